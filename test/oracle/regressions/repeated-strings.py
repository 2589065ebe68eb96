# {"known": {"launch": {"ulysses": 1, "ring": 1}, "architectures": [90], "libraries": {"flash-attn-4": "4.0.0b27"}}, "runs": [{"world": {"architecture": 90, "libraries": {"flash-attn-4": "4.0.0b27"}, "symbols": {}, "ulysses_degree": 1, "ring_degree": 1, "ulysses_rank": 0, "ring_rank": 0, "world_size": 1, "world_rank": 0}, "environment": {}, "arguments": [], "entries": []}], "constant": true}
x = "x" * 2
reveal(x)
y = (x + x) * 2
reveal(y)
