import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf, uploadFile } from '../api/call-api.ts'
import styles from './button.module.css'
import { showToast } from './toast.ts'

const BYTES_OF_MB = 1024 * 1024

interface UploadButtonProps {
  /** Side route that takes the file as its body, with `query` beside it. */
  readonly path: string
  readonly query?: object
  /** File types, as the browser's file dialog takes them. */
  readonly accept: string
  readonly maximumBytes: number
  readonly label: string
  readonly done: string
  /** Takes the answer in place of reading the page's data again; not called once the button is gone. */
  readonly onUploaded?: (answer: unknown) => void
}

/** Sends a chosen file at once, and reads the page's data again. */
export function UploadButton(props: UploadButtonProps) {
  const { path, query, accept, maximumBytes, label, done, onUploaded } = props
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // The latest one: the form may have changed while the file was sent.
  const handler = useRef(onUploaded)
  useEffect(() => {
    handler.current = onUploaded
    return () => {
      handler.current = undefined
    }
  }, [onUploaded])
  const send = async (file: File): Promise<void> => {
    if (file.size > maximumBytes) {
      showToast(`文件不能超过 ${maximumBytes / BYTES_OF_MB} MB`, 'error')
      return
    }
    setBusy(true)
    try {
      const answer = await uploadFile(path, file, query)
      if (onUploaded) handler.current?.(answer)
      else await client.invalidateQueries()
      showToast(done)
    } catch (error) {
      showToast(messageOf(error), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={styles.file}>
      <input
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Otherwise the same file, chosen again after a failure, would be no change.
          target.value = ''
          if (file) void send(file)
        }}
      />
      {isBusy ? '上传中…' : label}
    </label>
  )
}
