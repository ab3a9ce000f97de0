"""Routes of your own. This file is yours: it is never written again."""

from fastapi import APIRouter

router = APIRouter()
