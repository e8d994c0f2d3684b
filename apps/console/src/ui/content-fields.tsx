import { CONTENT_PICTURE_BYTES, uploadedPicture } from '@yunji/contract/content/document'
import { parseAs } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import styles from './content-fields.module.css'
import formStyles from './form.module.css'
import { Labelled, TextField, useField } from './form.tsx'
import { UploadButton } from './upload-button.tsx'

interface PictureButtonProps {
  readonly label: string
  readonly onPicture: (src: string) => void
}

function PictureButton({ label, onPicture }: PictureButtonProps) {
  const take = (answer: unknown): void => {
    const picture = parseAs(uploadedPicture, answer)
    if (!picture) throw new ApiError('数据格式有误，请刷新页面')
    onPicture(picture.src)
  }
  return (
    <UploadButton
      path={sideRoutes.contentPictureUpload.path}
      accept="image/png,image/jpeg,image/webp"
      maximumBytes={CONTENT_PICTURE_BYTES}
      label={label}
      done="图片已上传，保存后生效"
      onUploaded={take}
    />
  )
}

/** Whole path of a picture: a half-typed one is not loaded. */
const PICTURE_PATH = /^\/[\w.%/-]+\.(?:png|jpe?g|webp)$/i

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
}

/** Path of a picture on this host, typed or uploaded. */
export function PictureField({ name, label, hint }: FieldProps) {
  const { field, readOnly } = useField(name)
  const [missing, setMissing] = useState('')
  const path = String(field.value ?? '')
  return (
    <div className={styles.field}>
      <TextField name={name} label={label} hint={hint} />
      <div className={styles.row}>
        {PICTURE_PATH.test(path) &&
          (path === missing ? (
            <span className={styles.note}>没有找到这张图片</span>
          ) : (
            <img className={styles.thumbnail} src={path} alt="图片预览" onError={() => setMissing(path)} />
          ))}
        {!readOnly && <PictureButton label="上传图片" onPicture={field.onChange} />}
      </div>
    </div>
  )
}

interface MarkdownFieldProps extends FieldProps {
  readonly rows: number
}

/** Markdown whose pictures are uploaded and inserted at the cursor. */
export function MarkdownField({ name, label, hint, rows }: MarkdownFieldProps) {
  const { field, error, readOnly } = useField(name)
  const area = useRef<HTMLTextAreaElement | null>(null)
  const hasCursor = useRef(false)
  const insert = (src: string): void => {
    const element = area.current
    if (!element) return
    const { value } = element
    const at = hasCursor.current ? element.selectionEnd : value.length
    const picture = `![](${src})`
    field.onChange(value.slice(0, at) + picture + value.slice(at))
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(at + picture.length, at + picture.length)
    })
  }
  return (
    <div className={styles.field}>
      <Labelled label={label} hint={hint} error={error}>
        {(ids) => (
          <textarea
            {...ids}
            readOnly={readOnly}
            ref={(element) => {
              field.ref(element)
              area.current = element
            }}
            rows={rows}
            className={formStyles.textArea}
            value={String(field.value ?? '')}
            onChange={(event) => field.onChange(event.target.value)}
            onFocus={() => {
              hasCursor.current = true
            }}
            onBlur={field.onBlur}
          />
        )}
      </Labelled>
      {!readOnly && (
        <div className={styles.row}>
          <PictureButton label="插入图片" onPicture={insert} />
        </div>
      )}
    </div>
  )
}
