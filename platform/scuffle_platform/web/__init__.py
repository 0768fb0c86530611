"""The site: pages, each a blueprint of its own, rendered on the server."""

from scuffle_platform.web.site import register

__all__ = ["register"]
