import { MAX_PICTURES_PER_REPLY, type TicketKind, ticketKindLabels, ticketKinds } from '@yunji/contract/service/rules'
import { REPLY_MAXIMUM_CHARACTERS } from '@yunji/contract/service/schema'
import { useState } from 'react'
import { useWrite } from '../../shared/api/use-write.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { articlePath, type TicketSubject, ticketPath } from '../../shared/navigation/service-paths.ts'
import { randomId } from '../../shared/platform/app/random-id.ts'
import { replacePage } from '../../shared/platform/router/router.ts'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Cell } from '../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../shared/ui/card/notice-bar.tsx'
import { Chips } from '../../shared/ui/choice/chips.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { TextArea } from '../../shared/ui/field/text-area.tsx'
import { info } from '../../shared/ui/icon/controls.ts'
import { Page } from '../../shared/ui/page/page.tsx'
import { Uploader, useUploads } from '../../shared/ui/uploader/uploader.tsx'
import { isFrozen, submitContactTicket, useContactToken } from './contact.ts'
import { ContactProof } from './contact-proof.tsx'
import styles from './service.module.css'
import { readTicketsAgain, sendTicketPicture, submitTicket, useArticles, useSettled, useTickets } from './service.ts'

const kinds = ticketKinds.map((value) => ({ value, label: ticketKindLabels[value] }))

const SUGGESTIONS = 3
const FEWEST_CHARACTERS = 2

/** Articles about the words so far. */
function Suggestions({ text }: { readonly text: string }) {
  const settled = useSettled(text)
  const isWanted = settled.trim().length >= FEWEST_CHARACTERS
  const { data } = useArticles(settled, isWanted)
  const found = isWanted && data ? data.articles.slice(0, SUGGESTIONS) : []
  if (found.length === 0) return null
  return (
    <Card title="这些回答可能有帮助">
      {found.map(({ articleId, title }) => (
        <Cell key={articleId} title={title} to={articlePath(articleId)} />
      ))}
    </Card>
  )
}

const subjectText = ({ orderId, taskId, deviceId, interruptionId }: TicketSubject): string | undefined => {
  if (interruptionId !== undefined) return '会附上这次中断和设备的情况'
  if (orderId !== undefined) return '会附上这个订单的情况'
  if (taskId !== undefined) return '会附上这个任务和设备的情况'
  return deviceId === undefined ? undefined : '会附上这台设备的状态、最近的任务和画面数据'
}

const kindOf = ({ orderId, taskId, deviceId }: TicketSubject): TicketKind => {
  if (orderId !== undefined) return 'order'
  return taskId !== undefined || deviceId !== undefined ? 'device' : 'other'
}

interface NewTicketProps {
  readonly subject: TicketSubject
  /** Chosen first; the subject decides without it. */
  readonly kind?: TicketKind | undefined
}

interface TicketFormProps extends NewTicketProps {
  /** Somebody without a login; sends no pictures. */
  readonly contactToken?: string | undefined
}

function TicketForm({ subject, kind: first = kindOf(subject), contactToken }: TicketFormProps) {
  const [kind, setKind] = useState<TicketKind>(contactToken === undefined ? first : 'account')
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const [key] = useState(randomId)
  const { items, isComplete, ...uploads } = useUploads(sendTicketPicture, MAX_PICTURES_PER_REPLY)
  const { isBusy, run } = useWrite(async () => {
    const attachmentIds = items.flatMap(({ result }) => (result === undefined ? [] : [result]))
    const { ticketId } =
      contactToken === undefined
        ? await submitTicket({ kind, content, attachmentIds, ...subject }, key)
        : await submitContactTicket({ contactToken, kind, content })
    void readTicketsAgain()
    showToast('工单已提交', 'success')
    await replacePage(ticketPath(ticketId))
  })
  const submit = () => {
    if (content.trim() === '') return setError('请描述遇到的问题')
    if (!isComplete) return showToast('图片还没有传完，请稍候或删除失败的图片')
    setError(undefined)
    run()
  }
  const about = contactToken === undefined ? subjectText(subject) : undefined
  return (
    <>
      {about && (
        <Box className={styles.notice}>
          <NoticeBar tone="brand" icon={info} text={about} />
        </Box>
      )}
      <Box className={styles.kinds}>
        <Chips label="问题类型" options={kinds} value={kind} onChange={setKind} />
      </Box>
      <Card isPadded title="问题描述">
        <TextArea
          label="问题描述"
          placeholder="什么时候、在做什么、出现了什么情况"
          value={content}
          onChange={setContent}
          maximum={REPLY_MAXIMUM_CHARACTERS}
          error={error}
        />
        {contactToken === undefined && (
          <Box className={styles.pictures}>
            <Uploader label="图片（选填）" items={items} uploads={uploads} maximum={MAX_PICTURES_PER_REPLY} />
          </Box>
        )}
      </Card>
      <Suggestions text={content} />
      <Box className={styles.submit}>
        <Button isBusy={isBusy} onTap={submit}>
          提交
        </Button>
      </Box>
    </>
  )
}

/** A new ticket: with a login, or with a number that was proved. */
export function NewTicketView({ subject, kind }: NewTicketProps) {
  const isLoggedIn = useIsLoggedIn()
  const tickets = useTickets()
  const contactToken = useContactToken()
  const isContact = !isLoggedIn || isFrozen(tickets.query.error)
  return (
    <Page route="CustomerService/index" title="提交工单">
      <Box className={styles.page}>
        {isContact && contactToken === undefined ? (
          <ContactProof />
        ) : (
          <TicketForm
            key={String(isContact)}
            subject={subject}
            kind={kind}
            contactToken={isContact ? contactToken : undefined}
          />
        )}
      </Box>
    </Page>
  )
}
