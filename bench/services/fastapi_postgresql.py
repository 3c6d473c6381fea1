"""FastAPI on the same PostgreSQL, with asyncpg; JSON is made by the database. PGHOST says where. Run by uvicorn."""

import os
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Optional

import asyncpg
from fastapi import FastAPI, Query, Response

app = FastAPI()

Type = Enum("Type", {"bank": "bank", "nbfi": "nbfi"})
Variant = Enum("Variant", {v: v for v in ("general", "senior_citizen", "women", "digital", "minor")})
Payout = Enum("Payout", {p: p for p in ("maturity", "monthly", "quarterly", "annual")})
Direction = Enum("Direction", {"up": "up", "down": "down"})
INSTANT = "to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') AS changed_at"


@app.on_event("startup")
async def connect():
    app.state.pool = await asyncpg.create_pool(
        host=os.environ["PGHOST"], user="bench", database="postgres", min_size=8, max_size=8
    )


def conditions(asked):
    """The conditions that were asked for, as SQL, and their values."""
    given = [(sql, getattr(v, "value", v)) for sql, v in asked if v is not None]
    sql = "".join(f" AND {column} ${i + 1}" for i, (column, _) in enumerate(given))
    return sql, [value for _, value in given]


async def answer(sql, values):
    text = await app.state.pool.fetchval(
        f"SELECT coalesce(json_agg(r), '[]')::text FROM ({sql}) r", *values
    )
    return Response(text, media_type="application/json")


@app.get("/health")
async def health():
    return {"status": "ok"}


@app.get("/compare")
async def compare(
    tenure_months: Decimal,
    variant: Variant = Variant.general,
    payout_type: Payout = Payout.maturity,
    type: Optional[Type] = None,
):
    where, values = conditions([
        ("variant =", variant), ("tenure =", tenure_months), ("payout =", payout_type), ("institution_type =", type),
    ])
    return await answer(
        f"""SELECT id AS institution_id, name AS institution_name, type AS institution_type,
        tenure::text AS tenure_months, rate::text AS rate_pa, payout AS payout_type
        FROM offer JOIN institution ON id = institution_id
        WHERE is_headline AND active{where} ORDER BY rate DESC, id""",
        values,
    )


@app.get("/rates/history/{institution_id}")
async def history(
    institution_id: str,
    variant: Optional[Variant] = None,
    tenure_months: Optional[Decimal] = None,
    payout_type: Optional[Payout] = None,
    limit: int = Query(200, ge=1, le=1000),
    offset: int = Query(0, ge=0),
):
    where, values = conditions([
        ("institution_id =", institution_id), ("variant =", variant),
        ("tenure =", tenure_months), ("payout =", payout_type),
    ])
    n = len(values)
    return await answer(
        f"""SELECT institution_id, tenure::text AS tenure_months, prev_rate::text AS prev_rate_pa,
        new_rate::text AS new_rate_pa, direction, {INSTANT}
        FROM (SELECT seq FROM history WHERE TRUE{where} ORDER BY seq DESC LIMIT ${n + 1} OFFSET ${n + 2}) page
        JOIN history USING (seq) ORDER BY seq DESC""",
        [*values, limit, offset],
    )


@app.get("/rates/changes")
async def changes(
    since: Optional[str] = Query(None, regex=r"^\d{4}-\d\d-\d\d$"),
    type: Optional[Type] = None,
    direction: Optional[Direction] = None,
    institution_id: Optional[str] = None,
    limit: int = Query(200, ge=1, le=1000),
    offset: int = Query(0, ge=0),
):
    moment = since and datetime.fromisoformat(since).replace(tzinfo=timezone.utc)
    where, values = conditions([
        ("changed_at >=", moment), ("institution_type =", type),
        ("direction =", direction), ("institution_id =", institution_id),
    ])
    n = len(values)
    return await answer(
        f"""SELECT id AS institution_id, name AS institution_name, type AS institution_type,
        variant AS product_variant, tenure::text AS tenure_months, payout AS payout_type,
        prev_rate::text AS prev_rate_pa, new_rate::text AS new_rate_pa, direction, {INSTANT}
        FROM (SELECT seq FROM history WHERE direction IN ('up', 'down'){where}
          ORDER BY changed_at DESC, seq DESC LIMIT ${n + 1} OFFSET ${n + 2}) page
        JOIN history USING (seq) JOIN institution ON id = institution_id ORDER BY seq DESC""",
        [*values, limit, offset],
    )


@app.get("/summary")
async def summary(
    type: Optional[Type] = None,
    variant: Optional[Variant] = None,
    tenure_months: Optional[Decimal] = None,
    payout_type: Optional[Payout] = None,
):
    where, values = conditions([
        ("institution_type =", type), ("variant =", variant),
        ("tenure =", tenure_months), ("payout =", payout_type),
    ])
    return await answer(
        f"""SELECT institution_type, variant AS product_variant, tenure::text AS tenure_months,
        payout AS payout_type, count(*) AS institution_count, min(rate)::text AS min_rate_pa,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY rate)::numeric(7, 3)::text AS median_rate_pa,
        max(rate)::text AS max_rate_pa, avg(rate)::numeric(7, 3)::text AS avg_rate_pa
        FROM offer JOIN institution ON id = institution_id WHERE is_headline AND active{where}
        GROUP BY institution_type, variant, tenure, payout ORDER BY institution_type, variant, tenure, payout""",
        values,
    )
