"""Prints what the schemas of Kubernetes (strict) and of Compose find wrong in two files, as JSON: a list for each, by the file's name."""
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import kubernetes_validate
import yaml
from jsonschema import Draft7Validator


def of_kubernetes(resource):
    try:
        kubernetes_validate.validate(resource, "1.34", strict=True)
    except kubernetes_validate.ValidationError as error:
        return [error.message]
    return []


def of_compose(project):
    # Its code is not loaded: what it needs is not installed.
    folder = Path(find_spec("compose").submodule_search_locations[0])
    schema = json.loads((folder / "config/compose_spec.json").read_text())
    return [error.message for error in Draft7Validator(schema).iter_errors(project)]


checks = {"kubernetes.yaml": of_kubernetes, "compose.yaml": of_compose}
print(json.dumps({Path(path).name: checks[Path(path).name](yaml.safe_load(Path(path).read_text())) for path in sys.argv[1:]}))
