import type { Upload } from '@yunji/player/player-state'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { close } from '../../../../shared/ui/icon/icons.ts'
import { ProgressBar } from '../../../../shared/ui/progress/progress-bar.tsx'
import { instance, type SentFile, useInstance } from '../instance-store.ts'
import glass from '../tools/glass.module.css'
import { uploadDisplay } from './upload-display.ts'
import styles from './upload-list.module.css'

interface UploadRowProps {
  readonly file: SentFile
  readonly onPhone: Upload | undefined
}

function UploadRow({ file, onPhone }: UploadRowProps) {
  const { text, percent, isFailed } = uploadDisplay(file, onPhone)
  return (
    <Box className={styles.row}>
      <Box className={styles.words}>
        <Box className={styles.name}>{file.name}</Box>
        <Box className={classes(styles.state, isFailed && styles.failed)}>{text}</Box>
        {isFailed && (
          <Tap className={styles.close} label={`不再显示 ${file.name}`} onTap={() => instance.removeUpload(file.id)}>
            <Icon of={close} size={16} />
          </Tap>
        )}
      </Box>
      <ProgressBar label={file.name} percent={percent} tone={isFailed ? 'dead' : 'brand'} />
    </Box>
  )
}

/** Files on their way to the phone. */
export function UploadList() {
  const files = useInstance((state) => state.uploads)
  const onPhone = useInstance(({ player }) => player.uploads)
  if (files.length === 0) return null
  return (
    <Box className={classes(glass.glass, styles.list)} role="status">
      {files.map((file) => (
        <UploadRow key={file.id} file={file} onPhone={onPhone.find(({ id }) => id === file.id)} />
      ))}
    </Box>
  )
}
