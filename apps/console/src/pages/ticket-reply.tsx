import { addTicketNote, answerTicket } from '@yunji/contract/operator/service-calls'
import { fillCanned } from '@yunji/contract/service/canned'
import { MAX_PICTURES_PER_REPLY } from '@yunji/contract/service/rules'
import { REPLY_MAXIMUM_CHARACTERS, uploadedAttachment } from '@yunji/contract/service/schema'
import { parseAs } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { useRef, useState } from 'react'
import { messageOf, uploadFile } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { showToast } from '../ui/toast.ts'
import { CannedPicker } from './canned-picker.tsx'
import styles from './tickets.module.css'

interface Draft {
  readonly text: string
  readonly isNote: boolean
  readonly attachmentIds: readonly string[]
}

const EMPTY_DRAFT: Draft = { text: '', isNote: false, attachmentIds: [] }

/** Unsent texts of this tab, by operator and ticket: closing a ticket, or the page, loses none. */
const drafts = new Map<string, Draft>()

const useDraft = (key: string) => {
  const [draft, setDraft] = useState(drafts.get(key) ?? EMPTY_DRAFT)
  const change = (changes: Partial<Draft>): void => {
    // From the map, which is changed where the reply is sent after its ticket was closed.
    const next = { ...(drafts.get(key) ?? EMPTY_DRAFT), ...changes }
    drafts.set(key, next)
    setDraft(next)
  }
  return [draft, change] as const
}

interface TicketReplyProps {
  readonly ticketId: number
  readonly title: string
  /** A closed ticket takes notes alone. */
  readonly isClosed: boolean
}

export function TicketReply({ ticketId, title, isClosed }: TicketReplyProps) {
  const { operator, displayName = operator.name } = useSelf()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPicking, setPicking] = useState(false)
  const key = `${operator.name} ${ticketId}`
  const [draft, change] = useDraft(key)
  const { text, attachmentIds } = draft
  const isNote = isClosed || draft.isNote
  const [isUploading, setUploading] = useState(false)
  const clear = (): void => change({ text: '', attachmentIds: [] })
  const answer = useWrite(answerTicket, { done: '已回复', onDone: clear })
  const note = useWrite(addTicketNote, { done: '备注已添加', onDone: clear })
  const attach = async (files: FileList | null): Promise<void> => {
    setUploading(true)
    try {
      for (const file of [...(files ?? [])].slice(0, MAX_PICTURES_PER_REPLY - attachmentIds.length)) {
        const uploaded = parseAs(uploadedAttachment, await uploadFile(sideRoutes.operatorTicketPicture.path, file))
        const before = drafts.get(key)?.attachmentIds ?? []
        if (uploaded) change({ attachmentIds: [...before, uploaded.attachmentId] })
      }
    } catch (error) {
      showToast(messageOf(error), 'error')
    } finally {
      setUploading(false)
    }
  }
  const send = (isQuestion: boolean): void => {
    const common = { ticketId, content: text.trim() }
    if (isNote) note.mutate(common)
    else answer.mutate({ ...common, attachmentIds: [...attachmentIds], isQuestion })
  }
  /** Takes the place of what is selected, with the caret behind it. */
  const insert = (content: string): void => {
    setPicking(false)
    const filled = fillCanned(content, { 工单号: String(ticketId), 问题: title, 客服: displayName })
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    change({ text: text.slice(0, selectionStart) + filled + text.slice(selectionEnd) })
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + filled.length, selectionStart + filled.length)
    })
  }
  const isBusy = answer.isPending || note.isPending
  const isEmpty = text.trim() === '' || isUploading
  return (
    <div className={classes(styles.composer, isNote && styles.noting)}>
      <div className={styles.kinds} role="group" aria-label="内容的种类">
        <button type="button" aria-pressed={!isNote} disabled={isClosed} onClick={() => change({ isNote: false })}>
          回复用户
        </button>
        <button type="button" aria-pressed={isNote} onClick={() => change({ isNote: true })}>
          内部备注
        </button>
      </div>
      <textarea
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          setPicking(true)
        }}
        aria-label={isNote ? '内部备注' : '回复用户'}
        placeholder={isNote ? '只有运营人员能看到' : '用户会收到通知'}
        rows={4}
        maxLength={REPLY_MAXIMUM_CHARACTERS}
        value={text}
        readOnly={isBusy}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className={styles.composerFoot}>
        <span className={styles.shownName}>署名 {displayName}</span>
        <Button tone="ghost" onClick={() => setPicking(true)}>
          常用回复 Ctrl /
        </Button>
        <CannedPicker isOpen={isPicking} onClose={() => setPicking(false)} onChoose={insert} />
        {!isNote && (
          <label className={styles.upload}>
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              multiple
              disabled={isUploading || attachmentIds.length >= MAX_PICTURES_PER_REPLY}
              onChange={(event) => void attach(event.target.files)}
            />
            {isUploading ? '上传中…' : attachmentIds.length > 0 ? `已添加 ${attachmentIds.length} 张图片` : '添加图片'}
          </label>
        )}
        <span className={styles.gap} />
        {!isNote && (
          <Button disabled={isEmpty} isBusy={isBusy} onClick={() => send(true)}>
            请用户补充
          </Button>
        )}
        <Button tone="primary" disabled={isEmpty} isBusy={isBusy} onClick={() => send(false)}>
          {isNote ? '添加备注' : '发送回复'}
        </Button>
      </div>
    </div>
  )
}
