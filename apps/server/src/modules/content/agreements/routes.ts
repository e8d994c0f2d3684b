import * as calls from '@yunji/contract/content/agreement/calls'
import * as operatorCalls from '@yunji/contract/operator/agreement-calls'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import { clientInfoOf } from '../../../platform/sessions/client-info.ts'
import { readOperatorFacts } from '../../configuration/configure/index.ts'
import type { AgreementDeps } from './deps.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import { digestOf, publishAgreement, saveAgreementDraft } from './publish-agreement.ts'
import { recordDecision } from './record-consents.ts'
import { countVersions, findPublished, listAllVersions, listLatest, listPending, listVersionsOf } from './store.ts'

export const agreementRoutes = (deps: AgreementDeps): Binding[] => [...readRoutes(deps), ...operatorRoutes(deps)]

const readRoutes = (deps: AgreementDeps): Binding[] => {
  const { db } = deps.database
  return [
    bind(calls.getAgreements, async () => ({ records: await listLatest(db) })),
    bind(calls.getAgreement, async ({ kind, version }) => {
      const found = await findPublished(db, kind, version)
      if (!found) throw new AppError('NOT_FOUND', { text: '没有找到这份协议' })
      const { title, summary, publishedAt, effectiveAt } = found
      return {
        kind: found.kind,
        version: found.version,
        title,
        summary,
        publishedAt: publishedAt.getTime(),
        effectiveAt: effectiveAt.getTime(),
        content: fillPlaceholders(found.content, await readOperatorFacts(db, deps.operatorFacts)),
        versions: await listVersionsOf(db, found.kind),
      }
    }),
    bind(calls.getPendingAgreements, async (_input, { caller }) => ({ records: await listPending(db, caller.userId) })),
    bind(calls.decideAgreements, (input, context) =>
      recordDecision(deps)(context.caller.userId, input, clientInfoOf(context, {})),
    ),
  ]
}

const operatorRoutes = (deps: AgreementDeps): Binding[] => {
  const { db } = deps.database
  return [
    bind(operatorCalls.getAgreementVersions, async ({ page, rows }) => {
      const records = (await listAllVersions(db, { page, rows })).map(({ publishedAt, effectiveAt, ...version }) => ({
        ...version,
        digest: digestOf(version),
        state: publishedAt ? ('published' as const) : ('draft' as const),
        publishedAt: publishedAt?.getTime() ?? null,
        effectiveAt: effectiveAt?.getTime() ?? null,
      }))
      return pageOf(records, page, rows, await countVersions(db))
    }),
    bindAudited(
      deps,
      operatorCalls.saveAgreementDraft,
      {
        subject: ({ kind }, { version }) => `agreement:${kind}:${version}`,
        after: ({ title, summary, markdown }) => ({ title, summary, markdown }),
      },
      async (joined, draft) => {
        const { content, ...saved } = await saveAgreementDraft(joined)(draft)
        const facts = await readOperatorFacts(joined.database.db, deps.operatorFacts)
        return { ...saved, content: fillPlaceholders(content, facts) }
      },
    ),
    bindAudited(
      deps,
      operatorCalls.publishAgreement,
      {
        subject: ({ kind, version }) => `agreement:${kind}:${version}`,
        after: ({ effectiveAt }) => ({ state: 'published', effectiveAt: effectiveAt ?? null }),
      },
      (joined, publication) => publishAgreement(joined)(publication),
    ),
  ]
}
