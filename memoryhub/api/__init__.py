"""The door for programs: REST under /api/v1/."""
