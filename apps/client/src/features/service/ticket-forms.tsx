import { MAX_PICTURES_PER_REPLY } from '@yunji/contract/service/rules'
import { REPLY_MAXIMUM_CHARACTERS, type TicketInfo } from '@yunji/contract/service/schema'
import { useState } from 'react'
import { useWrite } from '../../shared/api/use-write.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { randomId } from '../../shared/platform/app/random-id.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { Rate } from '../../shared/ui/field/rate.tsx'
import { TextArea } from '../../shared/ui/field/text-area.tsx'
import { Uploader, useUploads } from '../../shared/ui/uploader/uploader.tsx'
import { giveContactRating, submitContactReply } from './contact.ts'
import styles from './service.module.css'
import { giveRating, sendTicketPicture, submitReply } from './service.ts'

interface TicketProps {
  readonly ticket: TicketInfo
  readonly contactToken?: string | undefined
}

/** Further words; on a closed ticket they reopen it. */
export function ReplyForm({ ticket: { ticketId, state }, contactToken }: TicketProps) {
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const [key] = useState(randomId)
  const { items, isComplete, ...uploads } = useUploads(sendTicketPicture, MAX_PICTURES_PER_REPLY)
  const isClosed = state === 'closed'
  const { isBusy, run } = useWrite(async () => {
    const attachmentIds = items.flatMap(({ result }) => (result === undefined ? [] : [result]))
    if (contactToken === undefined) await submitReply({ ticketId, content, attachmentIds }, key)
    else await submitContactReply({ contactToken, ticketId, content })
    showToast(isClosed ? '工单已重新打开' : '已发送', 'success')
  })
  const submit = () => {
    if (content.trim() === '') return setError(isClosed ? '请说明还有什么问题' : '请输入内容')
    if (!isComplete) return showToast('图片还没有传完，请稍候或删除失败的图片')
    setError(undefined)
    run()
  }
  return (
    <Card isPadded title={isClosed ? '问题没有解决？' : '补充或回复'}>
      <TextArea
        label={isClosed ? '还有什么问题' : '回复内容'}
        placeholder={isClosed ? '说明还有什么问题，工单会重新打开' : '补充说明或回答客服的问题'}
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
      <Box className={styles.send}>
        <Button variant={isClosed ? 'outline' : 'primary'} size="medium" isBusy={isBusy} onTap={submit}>
          {isClosed ? '重新打开' : '发送'}
        </Button>
      </Box>
    </Card>
  )
}

/** One rating of a closed ticket. */
export function RatingCard({ ticket, contactToken }: TicketProps) {
  const [rating, setRating] = useState(0)
  const [words, setWords] = useState('')
  const { isBusy, run } = useWrite(async () => {
    const { ticketId } = ticket
    if (contactToken === undefined) await giveRating(ticketId, rating, words)
    else await giveContactRating({ contactToken, ticketId, rating, words })
    showToast('谢谢你的评价', 'success')
  })
  if (ticket.rating !== null) {
    return (
      <Card isPadded title="你的评价">
        <Rate label="你的评价" value={ticket.rating} />
        {ticket.ratingWords !== '' && <Box className={styles.hint}>{ticket.ratingWords}</Box>}
      </Card>
    )
  }
  return (
    <Card isPadded title="这次服务怎么样？">
      <Rate label="评价" value={rating} onChange={setRating} />
      {rating > 0 && (
        <>
          <TextArea label="评价内容" placeholder="说说你的感受（选填）" value={words} onChange={setWords} />
          <Box className={styles.send}>
            <Button size="medium" isBusy={isBusy} onTap={run}>
              提交评价
            </Button>
          </Box>
        </>
      )}
    </Card>
  )
}
