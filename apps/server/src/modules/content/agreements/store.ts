import { type AgreementKind, type ConsentWay, loginAgreements } from '@yunji/contract/content/agreement/rules'
import type { AgreementHead, ShownAgreement } from '@yunji/contract/content/agreement/schema'
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { agreementConsents, agreementVersions } from '../../../tables/content.ts'

type VersionRow = typeof agreementVersions.$inferSelect
type PublishedRow = VersionRow & { readonly publishedAt: Date; readonly effectiveAt: Date }

const isPublished = (row: VersionRow | undefined): row is PublishedRow => Boolean(row?.publishedAt && row.effectiveAt)

const headColumns = {
  kind: agreementVersions.kind,
  version: agreementVersions.version,
  title: agreementVersions.title,
  summary: agreementVersions.summary,
  publishedAt: sql<number>`(extract(epoch from ${agreementVersions.publishedAt}) * 1000)::float8`.as('published_ms'),
  effectiveAt: sql<number>`(extract(epoch from ${agreementVersions.effectiveAt}) * 1000)::float8`.as('effective_ms'),
}

/** The newest published version of each kind, also while its effective date is still to come. */
export const listLatest = (db: Db | Tx, kinds?: readonly AgreementKind[]): Promise<AgreementHead[]> =>
  db
    .selectDistinctOn([agreementVersions.kind], headColumns)
    .from(agreementVersions)
    .where(
      and(isNotNull(agreementVersions.publishedAt), kinds ? inArray(agreementVersions.kind, [...kinds]) : undefined),
    )
    .orderBy(agreementVersions.kind, desc(agreementVersions.version))

export const findPublished = async (
  db: Db,
  kind: number,
  version: number | undefined,
): Promise<PublishedRow | undefined> => {
  const [row] = await db
    .select()
    .from(agreementVersions)
    .where(
      and(
        eq(agreementVersions.kind, kind as AgreementKind),
        isNotNull(agreementVersions.publishedAt),
        version === undefined ? undefined : eq(agreementVersions.version, version),
      ),
    )
    .orderBy(desc(agreementVersions.version))
    .limit(1)
  return isPublished(row) ? row : undefined
}

export const listVersionsOf = (db: Db, kind: AgreementKind): Promise<{ version: number; effectiveAt: number }[]> =>
  db
    .select({ version: headColumns.version, effectiveAt: headColumns.effectiveAt })
    .from(agreementVersions)
    .where(and(eq(agreementVersions.kind, kind), isNotNull(agreementVersions.publishedAt)))
    .orderBy(desc(agreementVersions.version))
    .limit(50)

/** Agreements of a login whose newest version this user has not agreed to. */
export const listPending = async (db: Db, userId: number): Promise<(AgreementHead & { isAsked: boolean })[]> => {
  const latest = await listLatest(db, loginAgreements)
  const decided = await db
    .select()
    .from(agreementConsents)
    .where(and(eq(agreementConsents.userId, userId), inArray(agreementConsents.kind, [...loginAgreements])))
  return latest.flatMap((head) => {
    const decision = decided.find(({ kind, version }) => kind === head.kind && version === head.version)
    return decision?.isAgreed ? [] : [{ ...head, isAsked: decision !== undefined }]
  })
}

interface Decision {
  readonly userId: number
  readonly isAgreed: boolean
  readonly way: ConsentWay
  readonly clientType: string
  readonly terminalType: string
  readonly decidedAt: Date
}

/**
 * Records a decision on each version that has been published; unknown ones are skipped. An agreement stays one: only
 * `declined` becomes `agreed`. Returns the versions that now stand as decided.
 */
export const upsertConsents = async (
  tx: Db | Tx,
  { userId, isAgreed, way, clientType, terminalType, decidedAt }: Decision,
  shown: readonly ShownAgreement[],
): Promise<(ShownAgreement & { noticeId: number | null })[]> => {
  const column = (read: (each: ShownAgreement) => number) => sql.param(shown.map(read))
  const { rows } = await tx.execute<{ kind: AgreementKind; version: number; notice_id: string | null }>(sql`
    with shown as (
      select distinct v.kind, v.version, v.notice_id
      from unnest(${column(({ kind }) => kind)}::smallint[], ${column(({ version }) => version)}::int[]) s (kind, version)
      join agreement_versions v using (kind, version)
      where v.published_at is not null
    ), written as (
      insert into agreement_consents as c (user_id, kind, version, is_agreed, way, client_type, terminal_type, decided_at)
      select ${userId}, kind, version, ${isAgreed}, ${way}, ${clientType}, ${terminalType}, ${decidedAt} from shown
      on conflict (user_id, kind, version) do update
        set is_agreed = true, way = excluded.way, client_type = excluded.client_type,
          terminal_type = excluded.terminal_type, decided_at = excluded.decided_at
        where excluded.is_agreed and not c.is_agreed
    )
    select kind, version, notice_id from shown order by kind`)
  return rows.map(({ kind, version, notice_id }) => ({
    kind,
    version,
    noticeId: notice_id === null ? null : Number(notice_id),
  }))
}

const isDraft: SQL | undefined = isNull(agreementVersions.publishedAt)

export interface DraftText extends Pick<VersionRow, 'title' | 'summary' | 'markdown' | 'content'> {
  readonly kind: AgreementKind
}

/** Locks the kind: two operators who save at once do not make two versions. */
export const saveDraft = async (tx: Tx, { kind, ...text }: DraftText, now: Date): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('agreement_versions'), ${kind})`)
  const [kept] = await tx
    .update(agreementVersions)
    .set({ ...text, createdAt: now })
    .where(and(eq(agreementVersions.kind, kind), isDraft))
    .returning({ version: agreementVersions.version })
  if (kept) return kept.version
  const [last] = await tx
    .select({ version: sql<number>`coalesce(max(${agreementVersions.version}), 0)::int` })
    .from(agreementVersions)
    .where(eq(agreementVersions.kind, kind))
  const version = (last?.version ?? 0) + 1
  await tx.insert(agreementVersions).values({ kind, version, ...text, createdAt: now })
  return version
}

/** The draft, once it is published; undefined when there is no such draft. */
export const publishDraft = async (
  tx: Tx,
  { kind, version }: ShownAgreement,
  publishedAt: Date,
  effectiveAt: Date,
): Promise<VersionRow | undefined> => {
  const [row] = await tx
    .update(agreementVersions)
    .set({ publishedAt, effectiveAt })
    .where(and(eq(agreementVersions.kind, kind), eq(agreementVersions.version, version), isDraft))
    .returning()
  return row
}

export const linkNotice = async (tx: Tx, { kind, version }: ShownAgreement, noticeId: number): Promise<void> => {
  await tx
    .update(agreementVersions)
    .set({ noticeId })
    .where(and(eq(agreementVersions.kind, kind), eq(agreementVersions.version, version)))
}

export const insertFirstVersions = async (
  db: Db,
  rows: readonly (typeof agreementVersions.$inferInsert)[],
): Promise<void> => {
  await db
    .insert(agreementVersions)
    .values([...rows])
    .onConflictDoNothing()
}

export const listKinds = async (db: Db): Promise<AgreementKind[]> => {
  const rows = await db.selectDistinct({ kind: agreementVersions.kind }).from(agreementVersions)
  return rows.map(({ kind }) => kind)
}

export const countVersions = (db: Db): Promise<number> => db.$count(agreementVersions)

/** All versions with the numbers of their decisions, the newest first. */
export const listAllVersions = (db: Db, { page, rows }: { page: number; rows: number }) => {
  const decisions = (isAgreed: boolean) =>
    sql<number>`(select count(*)::int from agreement_consents c
      where c.kind = agreement_versions.kind and c.version = agreement_versions.version and c.is_agreed = ${isAgreed})`
  return db
    .select({
      kind: agreementVersions.kind,
      version: agreementVersions.version,
      title: agreementVersions.title,
      summary: agreementVersions.summary,
      markdown: agreementVersions.markdown,
      publishedAt: agreementVersions.publishedAt,
      effectiveAt: agreementVersions.effectiveAt,
      agreed: decisions(true),
      declined: decisions(false),
    })
    .from(agreementVersions)
    .orderBy(desc(agreementVersions.createdAt), agreementVersions.kind, desc(agreementVersions.version))
    .limit(rows)
    .offset((page - 1) * rows)
}

/** Evidence without the person: the client goes, the version and the time stay. */
export const stripConsents = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(agreementConsents)
    .set({ clientType: '', terminalType: '' })
    .where(eq(agreementConsents.userId, userId))
}
