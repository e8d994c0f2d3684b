import { Link } from '@tanstack/react-router'
import { formatCount } from '@yunji/contract/display/text'
import { getDeadJobs, retryDeadJobs } from '@yunji/contract/operator/job-calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { ReactNode } from 'react'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Facts } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { time } from './labels.tsx'

type DeadJob = CallData<typeof getDeadJobs>['records'][number]
type SubjectKind = NonNullable<DeadJob['subject']>['kind']

const queueNames: Readonly<Record<string, string>> = {
  'order.fulfil': '交付订单',
  'payment.refund': '原路退款',
  'coupons.issue': '发放优惠券',
  'coupons.withdraw': '收回优惠券',
  'messages.broadcast': '发布公告',
  'device.erase': '清除并归还云手机',
  'space.recoverRestore': '找回恢复前的数据',
}
const nameOf = ({ queue }: DeadJob): string => queueNames[queue] ?? queue

/** Name of a kind of row, and the page that shows it by its id. */
const subjects: Readonly<Record<SubjectKind, readonly [name: string, page?: string]>> = {
  order: ['订单', '/orders'],
  refund: ['退款'],
  couponIssue: ['优惠券发放'],
  couponTemplate: ['优惠券模板', '/coupons'],
  notice: ['公告', '/notices'],
  phone: ['云手机'],
}

const textOf = ({ subject }: DeadJob): string => {
  if (!subject) return '--'
  const [name] = subjects[subject.kind]
  return subject.kind === 'phone' ? `${name} ${subject.id}` : `${name} #${subject.id}`
}

const columns: readonly Column<DeadJob>[] = [
  { id: 'queue', title: '任务', cell: nameOf, sortBy: nameOf },
  { id: 'subject', title: '对象', cell: textOf },
  { id: 'tries', title: '已试', align: 'right', cell: ({ tries }) => `${formatCount(tries)} 次` },
  { id: 'addedAt', title: '开始', cell: (row) => time(row.addedAt), sortBy: (row) => row.addedAt },
  { id: 'diedAt', title: '放弃', cell: (row) => time(row.diedAt), sortBy: (row) => row.diedAt },
  { id: 'jobId', title: '日志编号', cell: ({ jobId }) => jobId, isExtra: true },
]

export default function DeadJobsPage() {
  return (
    <ListPage
      id="dead-jobs"
      call={getDeadJobs}
      columns={columns}
      rowId={({ deadJobId }) => deadJobId}
      empty="没有放弃的后台任务"
      emptyHint="重试用完仍未成功的任务会在这里等待处理。"
      detailTitle={nameOf}
      renderDetail={(job, close) => <Retry job={job} onDone={close} />}
    />
  )
}

function Subject({ of: job }: { readonly of: DeadJob }): ReactNode {
  const [, page] = job.subject ? subjects[job.subject.kind] : []
  if (!job.subject || page === undefined) return textOf(job)
  return (
    <Link to={page} search={{ open: job.subject.id } as never}>
      {textOf(job)}
    </Link>
  )
}

function Retry({ job, onDone }: { readonly job: DeadJob; readonly onDone: () => void }) {
  const mayRetry = useRight('settings.write')
  const { queue, deadJobId } = job
  const retry = useWrite(retryDeadJobs, {
    onDone: ({ retried }) => {
      showToast(`已重新执行 ${formatCount(retried)} 个任务`)
      onDone()
    },
  })
  const retryAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: `重新执行全部「${nameOf(job)}」？`,
      text: '每次最多 1,000 个，重试次数重新计算；再次用完仍未成功的会回到这里。',
      confirm: '全部重新执行',
    })
    if (isSure) retry.mutate({ queue })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['对象', <Subject key="subject" of={job} />],
          ['已试', `${formatCount(job.tries)} 次`],
          ['开始', time(job.addedAt)],
          ['放弃', time(job.diedAt)],
          ['日志编号', <code key="job">{job.jobId}</code>],
        ]}
      />
      <p className={styles.note}>
        多次重试仍未成功，不会自动再执行，相关的订单、退款或设备可能没有处理完。原因在服务器日志里（按日志编号查找）；排除原因后再重新执行。
      </p>
      {mayRetry && (
        <div className={styles.buttons}>
          <Button tone="primary" isBusy={retry.isPending} onClick={() => retry.mutate({ queue, deadJobId })}>
            重新执行
          </Button>
          <Button isBusy={retry.isPending} onClick={() => void retryAll()}>
            全部「{nameOf(job)}」重新执行
          </Button>
        </div>
      )}
    </div>
  )
}
