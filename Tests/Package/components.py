"""Checks the list of components in a package of knobpanel against its programs and its dependencies."""

import json
import os
import re
import subprocess

FILE = "usr/share/doc/knobpanel/knobpanel.cdx.json"
# Of the licences in the list, those that debian/copyright must describe, for parts linked statically.
STATIC_LICENCES = {
    "Apache-2.0": "License: Apache-2.0\n",
    "Apache-2.0 WITH Swift-exception": "License: Apache-2.0 with Swift exception\n",
    "BSD-3-Clause": "License: BSD-3-Clause\n",
    "GPL-3.0-or-later WITH GCC-exception-3.1": "License: GPL-3+ with GCC Runtime Library exception\n",
    "MIT": "License: Expat\n"}


def values(component, name):
    return [item["value"] for item in component.get("properties", ()) if item["name"] == f"knobpanel:{name}"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def needed(program):
    dynamic = subprocess.run(["readelf", "--dynamic", program], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))


def loaded(project):
    """Returns the libraries that the sources name, without their versions."""
    names = set()
    for folder, _, files in os.walk(os.path.join(project, "Sources")):
        for name in files:
            if name.endswith(".swift"):
                names.update(re.findall(r'"(lib[^"]*)\.so\.\d+"', read(os.path.join(folder, name))))
    return names


def packages(fields):
    """Returns the names in a field such as Depends, as a list of sets of alternatives."""
    return [{name.split()[0].split(":")[0] for name in entry.split("|")}
            for entry in fields.split(",") if entry.strip()]


def check(report, project, root, programs, fields):
    """Checks the list in the folder `root` of a package; `fields` has its Depends and Recommends."""
    try:
        document = json.loads(read(os.path.join(root, FILE)))
        components = document["components"]
    except (OSError, ValueError, KeyError) as error:
        report.check("a list of components is in the package", False, repr(error))
        return
    report.check("the list of components has the form of CycloneDX 1.5",
                 (document.get("bomFormat"), document.get("specVersion")) == ("CycloneDX", "1.5"))
    bare = [part.get("name") for part in components
            if not (part.get("type") and part.get("version") and part.get("purl", "").startswith("pkg:")
                    and [entry for entry in part.get("licenses", ()) if entry.get("expression")])]
    report.check(f"each of the {len(components)} components has a version, a licence and a URL",
                 components and not bare, bare)
    references = [part.get("bom-ref") for part in components]
    top = document["metadata"]["component"]
    report.check("each component is listed once, as a dependency of the package",
                 len(set(references)) == len(references)
                 and document["dependencies"] == [{"ref": top["bom-ref"], "dependsOn": references}])
    report.check("the list is that of this version", top["version"] == fields["Version"], top["version"])

    listed = {file for part in components for file in values(part, "file")}
    linked = set().union(*map(needed, programs))
    report.check(f"the {len(linked)} linked libraries are listed", linked and linked <= listed,
                 sorted(linked - listed))
    opened = loaded(project)
    stems = {re.sub(r"\.so\.\d+$", "", file) for file in listed}
    report.check(f"the {len(opened)} libraries that are loaded at run time are listed",
                 opened and opened <= stems, sorted(opened - stems))
    names = {part["name"] for part in components}
    alternatives = packages(fields["Depends"]) + packages(fields["Recommends"])
    missing = [sorted(group) for group in alternatives
               if not group & names and any(name.startswith(("lib", "fonts-")) for name in group)]
    report.check("all libraries and fonts that it depends on are listed", not missing, missing)

    pins = {pin["identity"]: pin["state"].get("version")
            for pin in json.loads(read(os.path.join(project, "Package.resolved")))["pins"]}
    static = {part["name"]: part for part in components if values(part, "linkage") == ["static"]}
    wrong = [name for name, part in static.items() if name in pins and part["version"] != pins[name]]
    report.check("Swift packages are listed as they were resolved",
                 {"swift-log", "swift-nio", "swift-runtime"} <= set(static) and not wrong, wrong)
    exact = dict(re.findall(r'url: "[^"]*/([\w-]+?)(?:\.git)?", exact: "([\d.]+)"',
                            read(os.path.join(project, "Package.swift"))))
    loose = sorted(name for name in static if name in pins and exact.get(name) != pins[name])
    report.check("Package.swift names the exact version of each", not loose, loose)
    licences = {licence for part in static.values()
                for licence in part["licenses"][0]["expression"].split(" AND ")}
    text = read(os.path.join(root, "usr/share/doc/knobpanel/copyright"))
    absent = sorted(licence for licence in licences if STATIC_LICENCES.get(licence, "\0") not in text)
    report.check("debian/copyright has the licences of what is linked statically", not absent, absent)
