import type { ArticleRecord } from '@yunji/contract/service/schema'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { serviceArticles, serviceArticleVotes } from '../../tables/service.ts'

const { id, category, title, position } = serviceArticles

const isPublished = eq(serviceArticles.isPublished, true)

export type ArticleRow = typeof serviceArticles.$inferSelect

export const listPublished = (db: Db, limit: number): Promise<ArticleRecord[]> =>
  db
    .select({ articleId: id, category, title })
    .from(serviceArticles)
    .where(isPublished)
    .orderBy(asc(position), asc(id))
    .limit(limit)

/**
 * Articles that contain some of the pieces, the most fitting first. A piece in the title weighs most, and one that stands
 * in many articles little. Chinese has no spaces, and articles are few: each is searched as text.
 */
export const searchPublished = async (db: Db, grams: readonly string[], limit: number): Promise<ArticleRecord[]> => {
  const { rows } = await db.execute<{ id: string; category: string; title: string }>(sql`
    with hits as (
      select a.id, gram,
        (position(gram in lower(a.title)) > 0)::int * 6 + (position(gram in lower(a.keywords)) > 0)::int * 4
          + (position(gram in lower(a.body)) > 0)::int as weight
      from service_articles a, unnest(${sql.param([...grams])}::text[]) as gram
      where a.is_published
    ), rated as (
      select id, weight::float / count(*) over (partition by gram) as score from hits where weight > 0
    )
    select a.id, a.category, a.title
    from rated join service_articles a using (id)
    group by a.id
    order by sum(score) desc, a.position, a.id
    limit ${limit}`)
  return rows.map((row) => ({ articleId: Number(row.id), category: row.category, title: row.title }))
}

export const findPublished = async (db: Db, articleId: number): Promise<ArticleRow | undefined> => {
  const [row] = await db
    .select()
    .from(serviceArticles)
    .where(and(eq(id, articleId), isPublished))
  return row
}

/** State of an article for the audit log. */
export const findArticle = async (tx: Tx, articleId: number) => {
  const { keywords, body, isPublished: published } = serviceArticles
  const fields = { category, title, position, keywords, body, isPublished: published }
  const [row] = await tx.select(fields).from(serviceArticles).where(eq(id, articleId))
  return row
}

export const findVote = async (db: Db, articleId: number, userId: number): Promise<boolean | null> => {
  const { isHelpful } = serviceArticleVotes
  const [row] = await db.select({ isHelpful }).from(serviceArticleVotes).where(isVoteOf(articleId, userId))
  return row?.isHelpful ?? null
}

const isVoteOf = (articleId: number, userId: number) =>
  and(eq(serviceArticleVotes.articleId, articleId), eq(serviceArticleVotes.userId, userId))

/** Published article, locked until the transaction ends, so that votes and counts change together. */
export const lockPublished = async (tx: Tx, articleId: number): Promise<ArticleRow | undefined> => {
  const [row] = await tx
    .select()
    .from(serviceArticles)
    .where(and(eq(id, articleId), isPublished))
    .for('update')
  return row
}

/** Replaces the vote of a user and returns the one before it. */
export const replaceVote = async (
  tx: Tx,
  vote: typeof serviceArticleVotes.$inferInsert,
): Promise<boolean | undefined> => {
  const [before] = await tx
    .select({ isHelpful: serviceArticleVotes.isHelpful })
    .from(serviceArticleVotes)
    .where(isVoteOf(vote.articleId, vote.userId))
  await tx
    .insert(serviceArticleVotes)
    .values(vote)
    .onConflictDoUpdate({
      target: [serviceArticleVotes.articleId, serviceArticleVotes.userId],
      set: { isHelpful: vote.isHelpful, votedAt: vote.votedAt },
    })
  return before?.isHelpful
}

export const setCounts = async (
  tx: Tx,
  articleId: number,
  counts: { helpfulCount: number; unhelpfulCount: number },
): Promise<void> => {
  await tx.update(serviceArticles).set(counts).where(eq(id, articleId))
}

export const countArticles = (tx: Tx | Db): Promise<number> => tx.$count(serviceArticles)

export const listArticles = (db: Db, { page, rows }: { page: number; rows: number }): Promise<ArticleRow[]> =>
  db
    .select()
    .from(serviceArticles)
    .orderBy(asc(position), asc(id))
    .limit(rows)
    .offset((page - 1) * rows)

export const insertArticle = async (tx: Tx, article: typeof serviceArticles.$inferInsert): Promise<number> => {
  const [row] = await tx.insert(serviceArticles).values(article).returning({ id })
  return row?.id ?? 0
}

/** False for an unknown article. */
export const updateArticle = async (
  db: Db,
  articleId: number,
  fields: Partial<typeof serviceArticles.$inferInsert>,
): Promise<boolean> => {
  const changed = await db.update(serviceArticles).set(fields).where(eq(id, articleId)).returning({ id })
  return changed.length > 0
}
