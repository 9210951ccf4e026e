"""Writes packages/dicom/dictionary/standard.json from pydicom's tables of PS3.6 and PS3.7.

pip install pydicom, then: python3 scripts/write-dicom-dictionary.py
"""
import json
import re
from collections import defaultdict
from pathlib import Path

import pydicom
from pydicom._dicom_dict import DicomDictionary, RepeatersDictionary
from pydicom._uid_dict import UID_dictionary

target = Path(__file__).parent.parent / "packages/dicom/dictionary/standard.json"

entries = {f"{tag:08X}": entry for tag, entry in DicomDictionary.items()}
# Retired elements without a keyword have a representation all the same.
entries |= {tag.replace("x", "X"): entry for tag, entry in RepeatersDictionary.items()}
by_representation = defaultdict(list)
for tag, (vr, _multiplicity, _name, _retired, keyword) in entries.items():
    if vr not in ("", "NONE"):
        by_representation[vr].append(f"{tag}={keyword}")

names = {
    uid: re.sub(r" (Storage|SOP Class)\b| \(Retired\)", "", name)
    for uid, (name, kind, *_rest) in UID_dictionary.items()
    if kind == "SOP Class" and name and re.match(r"1\.2\.840\.10008\.(5\.1\.4\.1\.1\.|1\.3\.10$)", uid)
}
# Images that are not called so: RT dose, ultrasound volume, OCT analysis, maps of thickness and cornea.
unnamed = ["481.2", "6.2", "77.1.5.8", "81.1", "82.1"]
images = {uid for uid, name in names.items() if re.search(r"\bImage\b", name)}
images |= {f"1.2.840.10008.5.1.4.1.1.{each}" for each in unnamed}

document = {
    "source": f"pydicom {pydicom.__version__} (MIT), from DICOM PS3.6 and PS3.7",
    "attributes": {vr: " ".join(sorted(tags)) for vr, tags in sorted(by_representation.items())},
    "sopClasses": dict(sorted(names.items())),
    "imageClasses": sorted(images),
}
target.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
print(f"{target}: {len(entries)} attributes, {len(names)} SOP classes")
