import type { CouponIssueOutcome, CouponIssueState } from '@yunji/contract/commerce/coupon/issue'
import { formatCount } from '@yunji/contract/display/text'
import {
  getCouponIssue,
  getCouponIssues,
  getCouponIssueUsers,
  planCouponIssue,
  startCouponIssue,
  withdrawCouponIssue,
} from '@yunji/contract/operator/coupon-calls'
import type { Segment } from '@yunji/contract/operator/segment'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, useContractForm } from '../ui/form.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Empty, State, type Tone } from '../ui/states.tsx'
import styles from './detail.module.css'
import { time } from './labels.tsx'
import { AudienceSelect, blankSegment, givenSegment, SegmentFields, useAudience } from './segment-form.tsx'

type Issue = CallData<typeof getCouponIssue>

const REFETCH_MS = 1500

const outcomeNames: Readonly<Record<CouponIssueOutcome, string>> = {
  planned: '将获得',
  issued: '已发放',
  frozen: '账号已冻结',
  deleting: '正在注销',
  holding: '已有一张可用的',
  limit: '已达每人上限',
  exhausted: '总量不足',
  gone: '账号已注销',
  closed: '模板已停用',
  failed: '发放失败',
}

const stateNames: Readonly<Record<CouponIssueState, string>> = {
  planned: '试算',
  running: '发放中',
  done: '已完成',
  failed: '已中断',
  withdrawn: '已收回',
}
const tones: Readonly<Record<CouponIssueState, Tone>> = {
  planned: 'off',
  running: 'back',
  done: 'run',
  failed: 'dead',
  withdrawn: 'dead',
}

interface IssueDialogProps {
  readonly templateId: number
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Choice of people, dry run, issue: nothing is issued before the dry run has been seen. */
export function IssueDialog({ templateId, name, isOpen, onClose }: IssueDialogProps) {
  const [plan, setPlan] = useState<CallData<typeof planCouponIssue> | null>(null)
  const close = (): void => {
    setPlan(null)
    onClose()
  }
  return (
    <Dialog
      title={plan ? `试算：${name}` : `发放「${name}」`}
      description={plan ? undefined : '每人一张。先试算，看到名单后再发放。'}
      kind={plan ? 'wide' : 'dialog'}
      isOpen={isOpen}
      onClose={close}
    >
      {plan ? (
        <div className={styles.detail}>
          {plan.unknown.length > 0 && (
            <p className={styles.waiting}>没有这些用户：{plan.unknown.slice(0, 20).join('、')}</p>
          )}
          <IssueView issueId={plan.issueId} />
        </div>
      ) : (
        <AudienceForm templateId={templateId} onPlanned={setPlan} />
      )}
    </Dialog>
  )
}

interface AudienceFormProps {
  readonly templateId: number
  readonly onPlanned: (plan: CallData<typeof planCouponIssue>) => void
}

function AudienceForm({ templateId, onPlanned }: AudienceFormProps) {
  const values: { templateId: number; segment: Segment } = { templateId, segment: blankSegment('people') }
  const form = useContractForm(planCouponIssue.input, values)
  const [audience, choose] = useAudience(form, 'people')
  const plan = useWrite(planCouponIssue, { isQuiet: true, onDone: onPlanned })
  const send = ({ segment }: { segment: Segment }): void => {
    const given = givenSegment(audience, segment)
    if (!given) return form.setError('root', { message: '请至少填写一个条件' })
    plan.mutate({ templateId, segment: given })
  }
  return (
    <Form form={form} write={plan} onSubmit={send}>
      <AudienceSelect value={audience} onChange={choose} />
      <SegmentFields key={audience} audience={audience} />
      <Submit isBusy={plan.isPending} isWide>
        试算
      </Submit>
    </Form>
  )
}

function IssueView({ issueId }: { readonly issueId: number }) {
  const [isRunning, setRunning] = useState(true)
  const issue = useCall(getCouponIssue, { issueId: String(issueId) }, isRunning ? { refetchMs: REFETCH_MS } : {})
  const isEnded = issue.data && issue.data.state !== 'planned' && issue.data.state !== 'running'
  if (isEnded === isRunning) setRunning(!isEnded)
  return <Async of={issue}>{(read) => <IssueResult issue={read} />}</Async>
}

function IssueResult({ issue }: { readonly issue: Issue }) {
  const { issueId, state, plannedCount, leftOutCount, issuedCount, outcomes } = issue
  const mayWrite = useRight('marketing.write')
  const [shown, setShown] = useState<CouponIssueOutcome | null>(null)
  const start = useWrite(startCouponIssue, { done: '已开始发放' })
  const withdraw = useWrite(withdrawCouponIssue, { done: '已收回，未使用的券失效' })
  const startIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: `向 ${formatCount(plannedCount)} 位用户各发一张？`,
      text: '立即到账，可以在用户的「优惠券」中看到。未使用的可以收回。',
      confirm: '发放',
    })
    if (isSure) start.mutate({ issueId })
  }
  const withdrawIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: '收回这次发放？',
      text: '停止未完的部分，已发出而未使用的券立即失效；被待支付订单占用的可以用完，订单取消后失效。不能恢复。',
      confirm: '收回',
      isDestructive: true,
    })
    if (isSure) withdraw.mutate({ issueId })
  }
  return (
    <>
      <p aria-live="polite">
        <State tone={tones[state]}>{stateNames[state]}</State>{' '}
        {state === 'planned'
          ? `将发给 ${formatCount(plannedCount)} 人，${formatCount(leftOutCount)} 人不发`
          : `已发 ${formatCount(issuedCount)} / ${formatCount(plannedCount)} 张`}
        {state === 'withdrawn' && `，收回 ${formatCount(issue.withdrawnCount)} 张`}
      </p>
      <div className={styles.buttons} role="group" aria-label="按结果查看">
        <Button tone={shown === null ? 'tint' : 'ghost'} onClick={() => setShown(null)}>
          全部
        </Button>
        {outcomes.map(({ outcome, people }) => (
          <Button key={outcome} tone={shown === outcome ? 'tint' : 'ghost'} onClick={() => setShown(outcome)}>
            {outcomeNames[outcome]} {formatCount(people)}
          </Button>
        ))}
      </div>
      <IssueUsers key={shown} issueId={issueId} outcome={shown} />
      {mayWrite && (
        <div className={styles.buttons}>
          {state === 'planned' && (
            <Button
              tone="primary"
              disabled={plannedCount === 0}
              isBusy={start.isPending}
              onClick={() => void startIt()}
            >
              {`发放给 ${formatCount(plannedCount)} 人…`}
            </Button>
          )}
          {state === 'failed' && (
            <Button tone="primary" isBusy={start.isPending} onClick={() => start.mutate({ issueId })}>
              继续发放
            </Button>
          )}
          {(state === 'running' || state === 'done' || state === 'failed') && (
            <Button tone="danger" isBusy={withdraw.isPending} onClick={() => void withdrawIt()}>
              收回这次发放…
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface IssueUsersProps {
  readonly issueId: number
  readonly outcome: CouponIssueOutcome | null
}

function IssueUsers({ issueId, outcome }: IssueUsersProps) {
  const [cursor, setCursor] = useState('')
  const users = useCall(
    getCouponIssueUsers,
    { issueId: String(issueId), ...(outcome && { outcome }), ...(cursor && { cursor }) },
    { keepsLast: true, refetchMs: 2 * REFETCH_MS },
  )
  return (
    <Async of={users}>
      {({ records, nextCursor }) =>
        records.length === 0 ? (
          <Empty title="没有符合条件的用户" icon="users" />
        ) : (
          <>
            <ul className={styles.lines} aria-label="名单">
              {records.map((user) => (
                <li key={user.userId}>
                  <span>
                    #{user.userId} {user.name} {user.maskedPhone}
                  </span>
                  <span>{outcomeNames[user.outcome]}</span>
                </li>
              ))}
            </ul>
            <div className={styles.buttons}>
              {cursor && <Button onClick={() => setCursor('')}>回到第一页</Button>}
              {nextCursor && <Button onClick={() => setCursor(nextCursor)}>下一页</Button>}
            </div>
          </>
        )
      }
    </Async>
  )
}

/** Issues of a template, newest first. */
export function IssueList({ templateId }: { readonly templateId: number }) {
  const [cursor, setCursor] = useState('')
  const [isRunning, setRunning] = useState(false)
  const issues = useCall(
    getCouponIssues,
    { templateId: String(templateId), ...(cursor && { cursor }) },
    { keepsLast: true, ...(isRunning && { refetchMs: REFETCH_MS }) },
  )
  const hasRunning = issues.data?.records.some(({ state }) => state === 'running') ?? false
  if (hasRunning !== isRunning) setRunning(hasRunning)
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <Async of={issues}>
      {({ records, nextCursor }) =>
        records.length === 0 && !cursor ? (
          <p className={styles.note}>还没有发放过。</p>
        ) : (
          <>
            <ul className={styles.lines}>
              {records.map((issue) => (
                <li key={issue.issueId}>
                  <span>
                    {time(issue.createdAt)} {issue.operatorName}，{formatCount(issue.issuedCount)} /{' '}
                    {formatCount(issue.plannedCount)} 张{' '}
                    <State tone={tones[issue.state]}>{stateNames[issue.state]}</State>
                  </span>
                  <Button tone="ghost" onClick={() => setOpened(issue.issueId)}>
                    查看
                  </Button>
                </li>
              ))}
            </ul>
            <div className={styles.buttons}>
              {cursor && <Button onClick={() => setCursor('')}>回到第一页</Button>}
              {nextCursor && <Button onClick={() => setCursor(nextCursor)}>下一页</Button>}
            </div>
            <Dialog
              title={`发放 #${opened ?? ''}`}
              kind="wide"
              isOpen={opened !== null}
              onClose={() => setOpened(null)}
            >
              <div className={styles.detail}>{opened !== null && <IssueView issueId={opened} />}</div>
            </Dialog>
          </>
        )
      }
    </Async>
  )
}
