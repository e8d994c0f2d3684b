import type { RecognizedIdCard } from '@yunji/contract/accounts/verification/schema'
import { useId } from 'react'
import { choosePicture } from '../../../shared/api/upload-picture.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { FieldNote } from '../../../shared/ui/field/field-parts.tsx'
import { camera } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { Picture } from '../../../shared/ui/picture/picture'
import styles from './card-picture.module.css'
import type { SentPicture } from './personal-fields.ts'
import { sendVerificationPicture } from './verification.ts'

interface CardPictureProps {
  readonly label: string
  readonly picture: SentPicture | null
  readonly error?: string
  /** `recognized` is null when the card could not be read. */
  readonly onSent: (picture: SentPicture, recognized: RecognizedIdCard | null) => void
}

/** Slot of one picture: empty, uploading, or replaceable. */
export function CardPicture({ label, picture, error, onSent }: CardPictureProps) {
  const errorId = useId()
  const { isBusy, run } = useWrite(async (file: ChosenFile) => {
    const { pictureId, recognized } = await sendVerificationPicture(file)
    onSent({ pictureId, shown: file.pictureUrl ?? '' }, recognized)
  })
  const choose = async () => {
    const file = await choosePicture()
    if (file) run(file)
  }
  return (
    <Box className={styles.place}>
      <Tap
        className={classes(styles.frame, Boolean(error) && styles.wrong)}
        label={picture ? `重新上传${label}` : `上传${label}`}
        isDisabled={isBusy}
        onTap={() => void choose()}
      >
        {picture?.shown && <Picture className={styles.picture} src={picture.shown} />}
        <Box className={classes(styles.words, picture !== null && styles.over)}>
          <Icon of={camera} />
          {picture ? '重新上传' : label}
        </Box>
      </Tap>
      <FieldNote id={errorId} error={error} />
    </Box>
  )
}
