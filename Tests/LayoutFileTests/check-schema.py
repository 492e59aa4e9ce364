#!/usr/bin/env python3
"""Checks the generated JSON Schema with a validator that is not ours.

usage: knobpanel schema > schema.json; check-schema.py schema.json LAYOUT.yaml...

Needs python3-jsonschema and python3-yaml. Exit 1 if the schema is no schema or a layout does not satisfy it.
"""
import json
import sys

import jsonschema
import yaml


class Core(yaml.SafeLoader):
  """YAML 1.2 core as editors read it: `no` is text."""


Core.yaml_implicit_resolvers = {
  first: [(tag, pattern) for tag, pattern in rules if tag != "tag:yaml.org,2002:bool"]
  for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Core.add_implicit_resolver(
  "tag:yaml.org,2002:bool", __import__("re").compile("^(true|false)$"), list("tf"))

with open(sys.argv[1]) as file:
  schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = False
for path in sys.argv[2:]:
  with open(path) as file:
    layout = yaml.load(file, Core)
  for error in validator.iter_errors(layout):
    print(f"{path}: {error.json_path}: {error.message}")
    failed = True
sys.exit(1 if failed else 0)
