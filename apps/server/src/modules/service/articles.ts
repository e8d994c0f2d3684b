import { MAX_ARTICLES, searchGrams } from '@yunji/contract/service/rules'
import type { ArticleInfo, ArticleRecord } from '@yunji/contract/service/schema'
import { AppError } from '../../platform/errors.ts'
import { pageOf } from '../../platform/paging.ts'
import {
  countArticles,
  findPublished,
  findVote,
  insertArticle,
  listArticles,
  listPublished,
  lockPublished,
  replaceVote,
  searchPublished,
  setCounts,
  updateArticle,
} from './article-store.ts'
import type { ServiceDeps } from './deps.ts'

type ArticleDeps = Pick<ServiceDeps, 'database' | 'clock'>

const FOUND_AT_MOST = 20

export const findArticles =
  ({ database: { db } }: ArticleDeps) =>
  async (keyword = ''): Promise<{ articles: ArticleRecord[] }> => {
    if (keyword.trim() === '') return { articles: await listPublished(db, MAX_ARTICLES) }
    const grams = searchGrams(keyword)
    return { articles: grams.length === 0 ? [] : await searchPublished(db, grams, FOUND_AT_MOST) }
  }

export const getArticle =
  ({ database: { db } }: ArticleDeps) =>
  async (articleId: number, userId: number | undefined): Promise<ArticleInfo> => {
    const article = await findPublished(db, articleId)
    if (!article) throw new AppError('NOT_FOUND')
    const { category, title, body, helpfulCount } = article
    const vote = userId === undefined ? null : await findVote(db, articleId, userId)
    return { articleId, category, title, body, helpfulCount, vote }
  }

/** One vote for each person and article; a second replaces the first. */
export const voteArticle =
  ({ database: { db }, clock }: ArticleDeps) =>
  (userId: number, { articleId, isHelpful }: { articleId: number; isHelpful: boolean }) =>
    db.transaction(async (tx) => {
      const article = await lockPublished(tx, articleId)
      if (!article) throw new AppError('NOT_FOUND')
      const before = await replaceVote(tx, { articleId, userId, isHelpful, votedAt: clock.now() })
      const change = (of: boolean): number => Number(isHelpful === of) - Number(before === of)
      const helpfulCount = article.helpfulCount + change(true)
      await setCounts(tx, articleId, { helpfulCount, unhelpfulCount: article.unhelpfulCount + change(false) })
      return { helpfulCount }
    })

export const getArticles =
  ({ database: { db } }: ArticleDeps) =>
  async ({ page, rows }: { page: number; rows: number }) => {
    const [articles, total] = await Promise.all([listArticles(db, { page, rows }), countArticles(db)])
    return pageOf(
      articles.map(({ id, ...article }) => ({ articleId: id, ...article })),
      page,
      rows,
      total,
    )
  }

interface ArticleFields {
  readonly category: string
  readonly title: string
  readonly keywords: string
  readonly body: string
  readonly position: number
}

export const createArticle =
  ({ database: { db }, clock }: ArticleDeps) =>
  (fields: ArticleFields): Promise<{ articleId: number }> =>
    db.transaction(async (tx) => {
      if ((await countArticles(tx)) >= MAX_ARTICLES)
        throw new AppError('SHOW_ERROR_TIP', { text: `最多 ${MAX_ARTICLES} 篇，请修改已有的` })
      const now = clock.now()
      return { articleId: await insertArticle(tx, { ...fields, createdAt: now, updatedAt: now }) }
    })

export const changeArticle =
  ({ database: { db }, clock }: ArticleDeps) =>
  async (articleId: number, fields: Partial<ArticleFields> & { readonly isPublished?: boolean }): Promise<null> => {
    if (!(await updateArticle(db, articleId, { ...fields, updatedAt: clock.now() }))) throw new AppError('NOT_FOUND')
    return null
  }
