"""HTTP and WebSocket: the application, its API and pages, sockets, and what keeps them from being overrun."""
