"""The table online: rooms, the wire, the store, HTTP and WebSocket. docs/server.md tells how it hangs together."""
