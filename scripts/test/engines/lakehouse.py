"""Writes tables of Delta Lake and Apache Iceberg with their libraries into the folder that the argument names."""

import os
import sys
import uuid

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, write_deltalake
from pyiceberg import manifest
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.table.snapshots import Operation, Snapshot, Summary
from pyiceberg.table.update import AddSnapshotUpdate, SetSnapshotRefUpdate
from pyiceberg.typedef import Record
from pyiceberg.types import StringType

ROOT = sys.argv[1]


def rows(ids, region):
    return pa.table({
        "id": pa.array(ids, pa.int64()),
        "region": pa.array([region] * len(ids), pa.string()),
        "amount": pa.array([9007199254740992 + each for each in ids], pa.int64()),
    })


def write_delta(name):
    """Rows 1 and 3, and 4 in a partition whose name is encoded in paths; row 2 is removed."""
    folder = os.path.join(ROOT, "delta", name)
    write_deltalake(folder, rows([1, 2, 3], "EU"), partition_by=["region"])
    write_deltalake(folder, rows([4], "a b/\u00e9"), mode="append")
    DeltaTable(folder).delete("id = 2")
    return folder


class DeleteManifestWriter(manifest.ManifestWriterV2):
    def content(self):
        return manifest.ManifestContent.DELETES

    @property
    def _meta(self):
        return {**super()._meta, "content": "deletes"}


def remove_position(catalog, table, position):
    """Removes a row of the only data file by a file of positions, as engines do that merge on read."""
    location, io, last, number = table.location(), table.io, table.current_snapshot(), 1234567
    path = f"{location}/data/positions-{uuid.uuid4()}.parquet"
    local = path.removeprefix("file://")
    schema = pa.schema([
        pa.field("file_path", pa.string(), nullable=False, metadata={b"PARQUET:field_id": b"2147483546"}),
        pa.field("pos", pa.int64(), nullable=False, metadata={b"PARQUET:field_id": b"2147483545"}),
    ])
    data = table.inspect.files().to_pydict()["file_path"][0]
    pq.write_table(pa.table({"file_path": [data], "pos": [position]}, schema=schema), local)
    file = manifest.DataFile.from_args(
        content=manifest.DataFileContent.POSITION_DELETES,
        file_path=path,
        file_format=manifest.FileFormat.PARQUET,
        partition=Record(),
        record_count=1,
        file_size_in_bytes=os.path.getsize(local),
        _table_format_version=2,
    )
    file.spec_id = table.spec().spec_id
    output = io.new_output(f"{location}/metadata/{uuid.uuid4()}-m0.avro")
    writer = DeleteManifestWriter(table.spec(), table.schema(), output, number, "null")
    with writer:
        added = manifest.ManifestEntryStatus.ADDED
        writer.add_entry(manifest.ManifestEntry.from_args(status=added, snapshot_id=number, data_file=file))
    sequence = last.sequence_number + 1
    listed = f"{location}/metadata/snap-{number}-0-{uuid.uuid4()}.avro"
    with manifest.write_manifest_list(2, io.new_output(listed), number, last.snapshot_id, sequence, "null") as lists:
        lists.add_manifests([writer.to_manifest_file(), *last.manifests(io)])
    snapshot = Snapshot(
        snapshot_id=number,
        parent_snapshot_id=last.snapshot_id,
        sequence_number=sequence,
        timestamp_ms=last.timestamp_ms + 1,
        manifest_list=listed,
        summary=Summary(Operation.DELETE),
        schema_id=table.schema().schema_id,
    )
    reference = SetSnapshotRefUpdate(ref_name="main", type="branch", snapshot_id=number)
    catalog.commit_table(table, (), (AddSnapshotUpdate(snapshot=snapshot), reference))


def write_iceberg():
    """
    `orders`: a row removed by a copy, and a column added later; `positions`: a row removed by its position;
    `hostile` and `above`: files by a path outside of the folder, and by one that leaves the folder and returns to it.
    """
    # The tables are moved: their paths lead nowhere.
    warehouse = os.path.join(ROOT, "written")
    catalog = SqlCatalog("lake", uri="sqlite:///:memory:", warehouse=f"file://{warehouse}")
    catalog.create_namespace("iceberg")
    orders = catalog.create_table("iceberg.orders", schema=rows([], "").schema)
    orders.append(rows([1, 2, 3], "EU"))
    orders.delete("id = 2")
    with orders.update_schema() as update:
        update.add_column("note", StringType())
    orders.append(rows([4], "US").append_column("note", pa.array(["new"])))
    positions = catalog.create_table("iceberg.positions", schema=rows([], "").schema)
    positions.append(rows([1, 2, 3], "EU"))
    remove_position(catalog, positions, 1)
    catalog.create_table("iceberg.empty", schema=rows([], "").schema)
    outside = os.path.join(ROOT, "outside", "data")
    os.makedirs(outside)
    pq.write_table(rows([987654], "secret"), os.path.join(outside, "secret.parquet"))
    hostile = catalog.create_table("iceberg.hostile", schema=rows([], "").schema)
    hostile.append(rows([1], "EU"))
    hostile.add_files([f"file://{outside}/secret.parquet"])
    above = catalog.create_table("iceberg.above", schema=rows([], "").schema)
    above.append(rows([1], "EU"))
    pq.write_table(rows([2], "EU"), os.path.join(warehouse, "iceberg", "above", "data", "added.parquet"))
    above.add_files([f"{above.location()}/data/../data/added.parquet"])
    os.rename(os.path.join(warehouse, "iceberg"), os.path.join(ROOT, "iceberg"))


write_delta("sales")
checked = write_delta("checked")
DeltaTable(checked).create_checkpoint()
write_deltalake(checked, rows([5], "US"), mode="append")
write_iceberg()
