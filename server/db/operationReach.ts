import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createFollower, createRefusal, isPostgres, jsonPairs } from "#server/db/engine.ts";
import type { Database } from "#server/db/schema.ts";

/** Ids of all that belongs to an organisation, each with whose it is; what stands below an organisation is that one's concern, too. */
const fillKnown = async (db: Kysely<Database>): Promise<void> => {
  await sql`create table operation_known (id text not null, company_id text not null, primary key (id, company_id)) without rowid`.execute(
    db,
  );
  await sql`insert or ignore into operation_known select id, id from company`.execute(db);
  await sql`insert or ignore into operation_known select id, parent_id from company where parent_id is not null`.execute(db);
  const owned = ["user", "role", "device", "recipe", "data_unit", "saved_order", "icon_group", "alarm_trigger", "alarm_log", "sample_user"];
  for (const table of owned) await sql`insert or ignore into operation_known select id, company_id from ${sql.table(table)}`.execute(db);
  await sql`insert or ignore into operation_known
    select point.id, recipe.company_id from point join recipe on recipe.id = point.recipe_id`.execute(db);
  await sql`insert or ignore into operation_known
    select icon_picture.id, icon_group.company_id from icon_picture join icon_group on icon_group.id = icon_picture.group_id`.execute(db);
};

const single = ["id", "companyId", "parentId", "userId", "employeeId", "deviceId", "recipeId", "groupId"];
const listed = ["$.ids", "$.customerIds", "$.deviceIds"];
const moved = ["$.id", "$.companyId", "$.parentId"];

const texts = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const validOr = (column: string) => sql`case when json_valid(${sql.ref(column)}) then ${sql.ref(column)} else '{}' end`;

/** The records that the rows name whose actor has organisations below, as far as the records are still there. */
const fillNamed = async (db: Kysely<Database>): Promise<void> => {
  await sql`create table operation_named (seq integer not null, company_id text not null, id text not null, listed integer not null)`.execute(
    db,
  );
  const naming = (column: string, condition: ReturnType<typeof sql>) => sql`insert into operation_named
    select log.seq, known.company_id, known.id, part.path in (${texts(listed)})
    from company actor
    cross join operation_log log on log.company_id = actor.id
    cross join json_tree(${validOr(`log.${column}`)}) part
    cross join operation_known known on known.id = part.atom
    join company owner on owner.id = known.company_id
    where exists (select 1 from company below where below.parent_id = actor.id)
      and part.type = 'text' and ${condition}
      and substr(owner.path, 1, length(actor.path)) = actor.path`;
  await naming("detail", sql`(part.path in (${texts(listed)}) or (part.path = '$' and part.key in (${texts(single)})))`).execute(db);
  await naming("change", sql`part.path in (${texts(moved)})`).execute(db);
};

/** What the rows from before are about. */
const fillRecords = async (db: Kysely<Database>): Promise<void> => {
  await fillKnown(db);
  await fillNamed(db);
  await sql`insert into operation_record
      select named.company_id, named.seq, log.company_id,
        named.seq in (select other.seq from operation_named other join operation_log row on row.seq = other.seq
          where other.company_id <> row.company_id group by other.seq having count(distinct other.company_id) > 1),
        case when named.seq in (select seq from operation_named where listed group by seq having count(distinct company_id) > 1)
          then json_object('detail', '' || json_object('ids', json_group_array(distinct named.id)), 'change', '') else '' end
      from operation_named named join operation_log log on log.seq = named.seq
      where named.company_id <> log.company_id
      group by named.company_id, named.seq`.execute(db);
  await sql`drop table operation_named`.execute(db);
  await sql`drop table operation_known`.execute(db);
};

const createRecords = (db: Kysely<Database>) =>
  isPostgres(db)
    ? sql`create table operation_record (company_id text collate "C" not null, seq bigint not null, actor text collate "C" not null,
      shared integer not null, part text collate "C" not null, primary key (company_id, seq))`.execute(db)
    : sql`create table operation_record (
      company_id text not null, seq integer not null, actor text not null, shared integer not null, part text not null, primary key (company_id, seq)) without rowid`.execute(
        db,
      );

/**
 * The operation log of an organisation has what others did to its records, too: the row names the organisations, the database keeps where to
 * find them. Rows from before name none, which their links in the chain stand by; theirs are told from what was asked and changed. On
 * PostgreSQL there are none from before.
 */
export const operationReach: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable("operation_log")
      .addColumn("companies", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await createRecords(db);
    if (!isPostgres(db)) await fillRecords(db);
    await db.schema.createIndex("operation_record_seq").on("operation_record").column("seq").execute();
    await sql`create index operation_record_shared on operation_record (company_id, seq, actor) where shared = 1`.execute(db);
    const named = jsonPairs(db, sql`new.companies`);
    const several = sql`(select count(*) > 1 from ${named})`;
    await createFollower(db, {
      name: "operation_log_reach",
      table: "operation_log",
      event: sql`insert`,
      when: sql`new.companies <> ''`,
      does: sql`insert into operation_record select key, new.seq, new.company_id, ${isPostgres(db) ? sql`${several}::integer` : several}, value
      from ${named};`,
    });
    for (const event of ["update", "delete"] as const)
      await createRefusal(db, {
        name: `operation_record_no_${event}`,
        table: "operation_record",
        event,
        message: "the operation log is not edited",
      });
  },
};
