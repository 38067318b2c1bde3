"""The package data: how much there is, where it comes from, and that no caller can spoil it."""

import re

import pytest

from crdtviz import FAMILIES
from crdtviz.records import RECORDS, SCOPE, fixtures, incidents, provenance

SIZES = {"lww_element_set": 9, "or_set": 8, "mv_register": 9, "causal_context": 10, "tombstone_gc": 9}


def test_every_family_has_its_record():
    assert list(RECORDS) == list(FAMILIES)
    assert all(FAMILIES[family]["fixed"].record == record for family, record in RECORDS.items())


@pytest.mark.parametrize("family", FAMILIES)
def test_five_variants_of_each_boundary_case(family):
    found = fixtures(family)
    assert [fixture.variant for fixture in found] == sorted([1, 2, 3, 4, 5] * SIZES[family])
    cases = [[fixture.case for fixture in found if fixture.variant == n] for n in range(1, 6)]
    assert all(names == cases[0] and len(set(names)) == SIZES[family] for names in cases)
    assert {fixture.family for fixture in found} == {family} and {fixture.record for fixture in found} == {
        RECORDS[family]
    }
    assert all(list(fixture.actual) == ["broken", "attempt", "fixed"] for fixture in found)


def test_there_are_225_fixtures():
    assert sum(len(fixtures(family)) for family in FAMILIES) == 225


@pytest.mark.parametrize("family", FAMILIES)
def test_provenance_is_stated(family):
    about = provenance(family)
    assert (about.record, about.license, about.recorded_with) == (RECORDS[family], "CC0-1.0", "Python 3.12.14")
    assert list(about.sha256) == ["broken", "attempt", "fixed"] and len(set(about.sha256.values())) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in about.sha256.values())
    assert about.scope == SCOPE == "bounded teaching models, not a production library"
    assert about.record in str(about) and SCOPE in str(about) and about.sha256["fixed"] in str(about)


def test_what_one_caller_changes_the_next_does_not_see():
    fixtures("or_set")[0].args.clear()
    incidents("or_set")[0].args.clear()
    assert fixtures("or_set")[0].args and incidents("or_set")[0].args


def test_twenty_incidents_in_the_order_of_the_families():
    found = incidents()
    assert len(found) == 20
    assert list(dict.fromkeys(one.family for one in found)) == list(FAMILIES)
    assert [len(incidents(family)) for family in FAMILIES] == [3, 4, 3, 5, 5]
    assert incidents("nothing") == []


def test_links_to_one_thread_to_several_and_to_none():
    by_source = {one.source: one for one in incidents()}
    one = by_source["lasp-lang/types#90"]
    assert (one.project, one.url) == ("lasp-lang/types", "https://github.com/lasp-lang/types/issues/90")
    several = by_source["basho/riak_kv#1027, #1865"]
    assert several.url == "https://github.com/basho/riak_kv/issues/1027"
    assert several.links[1] == ("basho/riak_kv#1865", "https://github.com/basho/riak_kv/issues/1865")
    without = by_source["peer-base/js-delta-crdts, the step before"]
    assert without.links == [("peer-base/js-delta-crdts", "https://github.com/peer-base/js-delta-crdts")]


def test_every_incident_links_into_its_project():
    for one in incidents():
        assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+(/issues/\d+)?", one.url)
        assert one.source.startswith(one.project) and one.what_happened.endswith((".", ")"))
