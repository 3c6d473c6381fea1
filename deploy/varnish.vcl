# Varnish as cache in front of Ratebook. TLS ends in front of it (docs/deploy.md).
# Varnish follows Cache-Control, Vary and ETag by itself. It stores gzip and serves brotli to nobody.

vcl 4.1;

import std;

# One node, or the load balancer in front of several.
backend ratebook {
    .host = "10.0.0.11";
    .port = "8080";
    .connect_timeout = 1s;
    # Longer than the two seconds that a node waits for Ratebook-Min-Position.
    .first_byte_timeout = 10s;
    .probe = { .url = "/ready"; .interval = 1s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
    # Ratebook sets no cookies. With those of another application, Varnish would not use its cache.
    unset req.http.Cookie;
    # The addresses in feeds and Link headers come from --public-url, or from the Host header that is part of the cache key.
    unset req.http.X-Forwarded-Host;
    # Expired copies are for the time when no node answers.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
    # Only a node knows whether it has reached a position. Streams of events do not end.
    if (req.http.Ratebook-Min-Position || req.url ~ "/events(\.|\?|$)") {
        return (pass);
    }
}

sub vcl_backend_response {
    set beresp.grace = 1h;
}
