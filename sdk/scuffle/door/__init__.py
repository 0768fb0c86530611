"""The door: what is looked at before an upload becomes a version.

Site, API and ``scuffle check`` use these very functions, so all say the same sentences. An upload
is a zip, a tar (also gzipped) or a single source file; it leaves as a normalised tar whose SHA-256
names it, so that the same files give the same name however they were packed.
"""

from scuffle.door.limits import DoorLimits as DoorLimits
from scuffle.door.packing import pack as pack
from scuffle.door.packing import pack_folder as pack_folder
from scuffle.door.packing import unpack as unpack
from scuffle.door.project import Project as Project
from scuffle.door.refusal import CODES as CODES
from scuffle.door.refusal import Refused as Refused
from scuffle.door.repaired import Repaired as Repaired
from scuffle.door.repaired import repaired as repaired
from scuffle.door.upload import Upload as Upload
from scuffle.door.upload import check_game as check_game
from scuffle.door.upload import open_path as open_path
from scuffle.door.upload import open_upload as open_upload
