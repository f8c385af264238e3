"""JupyterHub that serves the book: each user's server is the book, on one machine or on many.

Start it with `RULEBOOK_PASSWORD=… jupyterhub --config deploy/jupyterhub_config.py`; see README.md beside this file.
"""

import os
import shlex
import sys

from rulebook_widgets.discreet import hold_back, log_request

c = get_config()  # noqa: F821 (given by JupyterHub)

# The book, and never a notebook server: no user can run code. A user may have three chapters open at once.
c.Spawner.cmd = [sys.executable, "-m", "rulebook_widgets.server", "--hub", "--readers", "3", "--spares", "0"]
c.Spawner.default_url = "/voila/render/index.ipynb"
c.Spawner.http_timeout = 60

# Each user's server is a process of the hub's own account: that is safe as long as nobody can run code.
# On more machines another spawner comes here, and the hub listens where they reach it:
#     c.JupyterHub.spawner_class = "dockerspawner.DockerSpawner"   # or "kubespawner.KubeSpawner"
#     c.DockerSpawner.image = "rulebook"                           # from the Containerfile beside this file
#     c.Spawner.cmd = ["rulebook", "serve", "--hub", "--readers", "3", "--spares", "0"]
#     c.JupyterHub.hub_ip = "0.0.0.0"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.path.join(
    os.environ.get("RULEBOOK_HOMES", "/tmp/rulebook"), "{username}"
)

# One password for the class, and a name that each makes up; whoever knows the password may take any name.
# Another authenticator comes here where users have accounts: "pam", "oauthenticator.generic.GenericOAuthenticator" …
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["RULEBOOK_PASSWORD"]
c.Authenticator.allow_all = True

# The hub's own proxy, installed by `npm ci` from package-lock.json beside this file.
c.JupyterHub.bind_url = os.environ.get("RULEBOOK_HUB", "http://127.0.0.1:8000")
c.ConfigurableHTTPProxy.command = shlex.split(os.environ.get("RULEBOOK_PROXY", "configurable-http-proxy"))

# A server that nobody has used for an hour is ended, and its user forgotten; the book says when it was last used.
IDLE = os.environ.get("RULEBOOK_IDLE", "3600")
culler = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={IDLE}", "--cull-users=true"]
c.JupyterHub.services = [{"name": "culler", "command": culler}]
c.JupyterHub.load_roles = [
    {
        "name": "culler",
        "services": ["culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers", "admin:users"],
    }
]

# Nothing is kept of a reader: no database on the disk, a log without addresses, cookies that end with the browser.
c.JupyterHub.db_url = "sqlite:///:memory:"
c.JupyterHub.cookie_secret = os.urandom(32)
c.JupyterHub.tornado_settings = {
    "log_function": log_request,
    "cookie_options": {"expires_days": None, "samesite": "Lax"},
}
hold_back()
