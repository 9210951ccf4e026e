"""Client of Fovea, the web application for retinal fundus photographs."""

from .client import Fovea
from .dataset import Dataset
from .errors import FoveaError, NotReachable, TaskFailed
from .export import Export, Release
from .image import Image, Result
from .task import Task
from .upload import UploadReport
from .webhooks import WebhookEvent, WrongSignature, verify

__all__ = [
    "Dataset",
    "Export",
    "Fovea",
    "FoveaError",
    "Image",
    "NotReachable",
    "Release",
    "Result",
    "Task",
    "TaskFailed",
    "UploadReport",
    "WebhookEvent",
    "WrongSignature",
    "verify",
]
