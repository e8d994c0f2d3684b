import { createHash } from 'node:crypto'
import { type AgreementKind, agreementNames, loginAgreements } from '@yunji/contract/content/agreement/rules'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { parseMarkdown } from '../documents/index.ts'
import { checkDocumentPictures } from '../pictures/index.ts'
import { builtInAgreements } from './built-in-agreements.ts'
import type { AgreementDeps } from './deps.ts'
import { insertFirstVersions, linkNotice, listKinds, publishDraft, saveDraft } from './store.ts'

interface Draft {
  readonly kind: AgreementKind
  readonly title: string
  readonly summary: string
  readonly markdown: string
}

/** Digest of what an operator reads before publishing it. */
export const digestOf = ({ title, summary, markdown }: Omit<Draft, 'kind'>): string =>
  createHash('sha256')
    .update(JSON.stringify([title, summary, markdown]))
    .digest('hex')

export const saveAgreementDraft =
  ({ database: { db }, clock, documentRules }: AgreementDeps) =>
  async (draft: Draft) => {
    const content = parseMarkdown(draft.markdown, documentRules)
    const version = await db.transaction(async (tx) => {
      await checkDocumentPictures(tx, content)
      return saveDraft(tx, { ...draft, content }, clock.now())
    })
    return { version, digest: digestOf(draft), content }
  }

interface Publication {
  readonly kind: AgreementKind
  readonly version: number
  readonly digest: string
  readonly effectiveAt?: number | undefined
}

const isAskedAtLogin = (kind: AgreementKind): boolean => loginAgreements.some((each) => each === kind)

/** Publishes the draft of a kind and, where every user has to agree to it, tells them all. */
export const publishAgreement =
  ({ database: { db }, clock, announceAgreement }: AgreementDeps) =>
  ({ kind, version, digest, effectiveAt }: Publication): Promise<null> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const effective = effectiveAt === undefined ? now : new Date(effectiveAt)
      if (effective < now) throw new AppError('BAD_INPUT', { text: '生效时间不能早于现在' })
      const published = await publishDraft(tx, { kind, version }, now, effective)
      if (!published) throw new AppError('NOT_FOUND', { text: '没有这份草稿，可能已经发布' })
      if (digestOf(published) !== digest)
        throw new AppError('BAD_INPUT', { text: '草稿已被修改，请核对新的内容后再发布' })
      if (!published.summary && version > 1) throw new AppError('BAD_INPUT', { text: '请先写明改动内容' })
      if (isAskedAtLogin(kind)) {
        const { title: agreementName, summary } = published
        const agreement = { kind, version, agreementName, summary, effectiveAt: effective.getTime() }
        const { noticeId } = await announceAgreement(tx, agreement)
        await linkNotice(tx, { kind, version }, noticeId)
      }
      return null
    })

/** At start: kinds without any version get the built-in text. Several processes may do so at once. */
export const addBuiltInAgreements = async (
  db: Db,
  { clock, documentRules }: Pick<AgreementDeps, 'clock' | 'documentRules'>,
): Promise<void> => {
  const present = await listKinds(db)
  const missing = builtInAgreements.filter(({ kind }) => !present.includes(kind))
  if (missing.length === 0) return
  const now = clock.now()
  const dates = { createdAt: now, publishedAt: now, effectiveAt: now }
  await insertFirstVersions(
    db,
    missing.map(({ kind, markdown }) => ({
      kind,
      version: 1,
      title: agreementNames[kind],
      markdown,
      content: parseMarkdown(markdown, documentRules),
      ...dates,
    })),
  )
}
