import { getPendingAgreements } from '@yunji/contract/content/agreement/calls'
import { pathOf } from '@yunji/contract/pages'
import { requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { openWithPage } from '../../../shared/feedback/page-change.ts'
import { agreementPath } from '../../../shared/navigation/page-paths.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { session } from '../../../shared/session/session.ts'
import { isDecided, type PendingAgreement, PUT_OFF_TEXT, sendDecision } from './pending-agreements.ts'

/** Pages on which a question would stand in the way of what is being done or read. */
const busyPaths: ReadonlySet<string> = new Set(
  (
    ['login/login', 'auth/wechatAuth', 'webView/protocol', 'webView/web_instance', 'pay/pay', 'Device/wall'] as const
  ).map(pathOf),
)

const wordsOf = (agreements: readonly PendingAgreement[]): string => {
  const changes = agreements.flatMap(({ title, summary }) => (summary ? [`《${title}》：${summary}`] : []))
  const names = agreements.map(({ title }) => `《${title}》`).join('和')
  return [changes.length > 0 ? changes.join('\n') : `请阅读并确认${names}`, `${PUT_OFF_TEXT}。`].join('\n\n')
}

/** All versions in one dialog. */
const ask = async (agreements: readonly PendingAgreement[], first: PendingAgreement): Promise<void> => {
  const decide = (isAgreed: boolean) => sendDecision({ agreements, isAgreed, way: 'dialog' }).catch(showError)
  const isAgreed = await confirm({
    title: agreements.some(({ version }) => version > 1) ? '协议有更新' : '请确认用户协议与隐私政策',
    body: wordsOf(agreements),
    cancelText: '暂不同意',
    confirmText: '同意',
    safer: { text: `阅读《${first.title}》`, onTap: () => void openPage(agreementPath(first.kind)) },
    onDecline: () => void decide(false),
  })
  if (isAgreed) await decide(true)
}

/** Versions to ask an account about, by the newest answer. */
let due: { readonly userId: number | null; readonly agreements: readonly PendingAgreement[] } | undefined
let isWaiting = false

/** The page of an agreement may have had its answer, or another account may have come. */
const stillDue = (): readonly PendingAgreement[] =>
  due?.userId === session.store.getState().userId ? due.agreements.filter((each) => !isDecided(each)) : []

const askDue = (): void => {
  const agreements = stillDue()
  due = undefined
  isWaiting = false
  const [first] = agreements
  if (first) void ask(agreements, first)
}

/** Asks about versions that this user has neither agreed to nor put off, with the next page that has room for it. */
export const askAgreements = async (): Promise<void> => {
  const { userId } = session.store.getState()
  const { records } = await requestData(getPendingAgreements, {})
  due = { userId, agreements: records.filter(({ isAsked }) => !isAsked) }
  if (isWaiting) return
  isWaiting = true
  openWithPage((path) => !busyPaths.has(path) && stillDue().length > 0, askDue)
}
