"""The shell's own pages: about tokens and sign-in links, which no other package knows."""
