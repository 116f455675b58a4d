"""The door for agents: tools, resources and prompts of the Model Context Protocol.

Only `memoryhub.asgi` and the command `mcp_stdio` import from here: the protocol's library takes seconds to load, and
no other command pays for that.
"""
