import { cancelNotice, getNotices, publishNotice, resumeNotice } from '@yunji/contract/operator/calls'
import type { Segment } from '@yunji/contract/operator/segment'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { instantCodec, optionalCodec } from '../ui/codecs.ts'
import { Form, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { AudienceSelect, givenSegment, SegmentFields, segmentText, useAudience } from './segment-form.tsx'

type Notice = CallData<typeof getNotices>['records'][number]

const stateNames: Readonly<Record<Notice['state'], string>> = {
  scheduled: '等待发布',
  sending: '发布中',
  sent: '已发布',
  failed: '发布失败',
  cancelled: '已取消',
}
const tones: Readonly<Record<Notice['state'], Tone>> = {
  scheduled: 'soon',
  sending: 'back',
  sent: 'run',
  failed: 'dead',
  cancelled: 'off',
}
const REFETCH_MS = 15_000

const columns: readonly Column<Notice>[] = [
  { id: 'noticeId', title: '编号', cell: ({ noticeId }) => `#${noticeId}` },
  { id: 'title', title: '标题', cell: ({ title }) => title },
  { id: 'state', title: '状态', cell: ({ state }) => <State tone={tones[state]}>{stateNames[state]}</State> },
  { id: 'segment', title: '发给', cell: ({ segment }) => (segment === null ? '全部用户' : '符合条件的用户') },
  { id: 'publishedAt', title: '发布时间', cell: ({ publishedAt }) => time(publishedAt) },
]

export default function NoticesPage() {
  const maySend = useRight('messages.send')
  return (
    <ListPage
      id="notices"
      call={getNotices}
      paging="keyset"
      refetchMs={REFETCH_MS}
      columns={columns}
      rowId={({ noticeId }) => String(noticeId)}
      actions={
        <>
          <ExportButton list="announcements" />
          {maySend && <NewNotice />}
        </>
      }
      empty="还没有公告"
      detailTitle={({ title }) => title}
      renderDetail={(notice) => <NoticeDetail notice={notice} />}
    />
  )
}

function NoticeDetail({ notice }: { readonly notice: Notice }) {
  const maySend = useRight('messages.send')
  const { noticeId, state, title } = notice
  const cancel = useWrite(cancelNotice, { done: '公告已取消' })
  const resume = useWrite(resumeNotice, { done: '公告已继续发布' })
  const cancelIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: `取消「${title}」？`,
      text: state === 'failed' ? '不再继续发布，已经收到的用户不受影响。' : '到时不再发布，不能恢复。',
      confirm: '取消公告',
      isDestructive: true,
    })
    if (isSure) cancel.mutate({ noticeId })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          [
            '状态',
            <State key="state" tone={tones[state]}>
              {stateNames[state]}
            </State>,
          ],
          ['发给', segmentText(notice.segment)],
          ['打开页面', notice.link || null],
          ['发布时间', time(notice.publishedAt)],
          ['发布完成', notice.endedAt === null ? null : time(notice.endedAt)],
        ]}
      />
      <NoticePreview {...notice} />
      {(state === 'scheduled' || state === 'failed') && maySend && (
        <div className={styles.buttons}>
          {state === 'failed' && (
            <Button tone="primary" isBusy={resume.isPending} onClick={() => resume.mutate({ noticeId })}>
              继续发布
            </Button>
          )}
          <Button tone="danger" isBusy={cancel.isPending} onClick={() => void cancelIt()}>
            取消公告…
          </Button>
        </div>
      )}
    </div>
  )
}

function NewNotice() {
  const [isOpen, setOpen] = useCreating('messages.send')
  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        新建公告
      </Button>
      <Dialog title="新建公告" kind="wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        <NoticeForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface NoticeValues {
  title: string
  content: string
  link?: string
  linkText?: string
  publishAt?: number
  segment?: Segment
}

function NoticeForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<NoticeValues>(publishNotice.input, { title: '', content: '', segment: {} })
  const [audience, choose] = useAudience(form, 'everyone')
  const publish = useWrite(publishNotice, {
    isQuiet: true,
    onDone: ({ noticeId }) => {
      showToast(`公告 #${noticeId} 已保存`)
      onDone()
    },
  })
  const send = async ({ segment = {}, ...values }: NoticeValues): Promise<void> => {
    const given = givenSegment(audience, segment)
    if (!given) return form.setError('root', { message: '请至少填写一个条件' })
    if (values.publishAt !== undefined && values.publishAt <= Date.now())
      return form.setError('publishAt', { message: '请选择将来的时间，或不填' })
    if (values.link && !values.link.startsWith('/pages/'))
      return form.setError('link', { message: '须以 /pages/ 开头' })
    const whom = audience === 'everyone' ? '所有用户' : '符合条件的用户'
    const isSure = await confirm({
      title: `向${whom}发布「${values.title}」？`,
      text: values.publishAt ? `${time(values.publishAt)} 发布，此前可以取消。` : '立即发布，发布后不能撤回。',
      confirm: '发布公告',
      isDestructive: true,
    })
    if (isSure) publish.mutate({ ...values, ...(audience !== 'everyone' && { segment: given }) })
  }
  return (
    <div className={styles.columns}>
      <Form form={form} write={publish} onSubmit={(values) => void send(values)}>
        <TextField name="title" label="标题" maxLength={64} />
        <TextAreaField name="content" label="内容" rows={8} maxLength={2000} />
        <TextField name="link" label="页面" hint="可以不填；以 /pages/ 开头的客户端页面" codec={optionalCodec} />
        <TextField name="linkText" label="按钮文字" hint="可以不填" maxLength={64} codec={optionalCodec} />
        <TextField name="publishAt" label="发布时间" hint="不填为立即" type="datetime-local" codec={instantCodec} />
        <AudienceSelect value={audience} onChange={choose} isWithoutPeople />
        <SegmentFields key={audience} audience={audience} />
        <Submit isBusy={publish.isPending}>发布…</Submit>
      </Form>
      <NoticePreview {...form.watch()} />
    </div>
  )
}

/** As the client shows it. */
function NoticePreview({ title, content, linkText }: Partial<Pick<NoticeValues, 'title' | 'content' | 'linkText'>>) {
  return (
    <article className={styles.preview} aria-label="预览">
      <strong>{title || '标题'}</strong>
      <p>{content || '内容'}</p>
      {linkText && <span>{linkText}</span>}
    </article>
  )
}
