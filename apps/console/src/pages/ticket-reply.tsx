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
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { showToast } from '../ui/toast.ts'
import { CannedPicker } from './canned-picker.tsx'
import styles from './tickets.module.css'

interface Picture {
  readonly attachmentId: string
  readonly name: string
  /** Object URL of the chosen file, until the picture is removed or sent. */
  readonly address: string
}

interface Draft {
  readonly text: string
  readonly isNote: boolean
  /** Sent with a reply, never with a note. */
  readonly pictures: readonly Picture[]
}

const EMPTY_DRAFT: Draft = { text: '', isNote: false, pictures: [] }

/** Unsent texts of this tab, by operator and ticket: closing a ticket, or the page, loses none. */
const drafts = new Map<string, Draft>()

/** Texts survive a reload too; pictures, which the browser forgets, are chosen again. */
const keptText = (key: string) => `draft ${key}`
const readDraft = (key: string): Draft => {
  const known = drafts.get(key)
  if (known) return known
  try {
    return { ...EMPTY_DRAFT, text: sessionStorage.getItem(keptText(key)) ?? '' }
  } catch {
    return EMPTY_DRAFT // storage is switched off: texts last until a reload
  }
}
const writeDraft = (key: string, draft: Draft): void => {
  drafts.set(key, draft)
  try {
    if (draft.text === '') sessionStorage.removeItem(keptText(key))
    else sessionStorage.setItem(keptText(key), draft.text)
  } catch {
    // As above.
  }
}

const useDraft = (key: string) => {
  const [draft, setDraft] = useState(() => readDraft(key))
  const change = (changes: Partial<Draft>): void => {
    // From the map, which is changed where the reply is sent after its ticket was closed.
    const next = { ...readDraft(key), ...changes }
    writeDraft(key, next)
    setDraft(next)
  }
  /** Takes pictures out of the draft as it is by now. */
  const drop = (dropped: readonly Picture[], changes: Partial<Draft> = {}): void => {
    const ids = new Set(dropped.map(({ attachmentId }) => attachmentId))
    for (const { address } of dropped) URL.revokeObjectURL(address)
    const before = readDraft(key).pictures
    change({ ...changes, pictures: before.filter(({ attachmentId }) => !ids.has(attachmentId)) })
  }
  return [draft, change, drop] as const
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
  const [draft, change, drop] = useDraft(key)
  const { text, pictures } = draft
  const isNote = isClosed || draft.isNote
  const [isUploading, setUploading] = useState(false)
  const answer = useWrite(answerTicket, { done: '已回复', onDone: () => drop(pictures, { text: '' }) })
  const note = useWrite(addTicketNote, { done: '备注已添加', onDone: () => change({ text: '' }) })
  const attach = async (files: readonly File[]): Promise<void> => {
    const room = MAX_PICTURES_PER_REPLY - pictures.length
    if (files.length > room) showToast(`一次回复最多 ${MAX_PICTURES_PER_REPLY} 张图片`, 'error')
    setUploading(true)
    try {
      for (const file of files.slice(0, room)) {
        const uploaded = parseAs(uploadedAttachment, await uploadFile(sideRoutes.operatorTicketPicture.path, file))
        if (!uploaded) continue
        const picture = { ...uploaded, name: file.name, address: URL.createObjectURL(file) }
        change({ pictures: [...readDraft(key).pictures, picture] })
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
    else answer.mutate({ ...common, attachmentIds: pictures.map(({ attachmentId }) => attachmentId), isQuestion })
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
      {pictures.length > 0 && (
        <ul className={styles.pictures} aria-label="随回复发送的图片">
          {pictures.map((picture) => (
            <li key={picture.attachmentId} className={styles.shownName}>
              <img src={picture.address} alt={picture.name} title={picture.name} />
              <IconButton
                icon="close"
                label={`移除图片「${picture.name}」`}
                disabled={isBusy}
                onClick={() => drop([picture])}
              />
            </li>
          ))}
        </ul>
      )}
      {isNote && pictures.length > 0 && <p className={styles.shownName}>图片不随备注发送，留给下一条回复。</p>}
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
              disabled={isBusy || isUploading || pictures.length >= MAX_PICTURES_PER_REPLY}
              onChange={({ target }) => {
                const files = [...(target.files ?? [])]
                // Otherwise a picture that was removed, chosen again, would be no change.
                target.value = ''
                void attach(files)
              }}
            />
            {isUploading ? '上传中…' : '添加图片'}
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
