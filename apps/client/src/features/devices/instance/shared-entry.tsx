import { getShare, openShare } from '@yunji/contract/devices/grant/calls'
import {
  accessLabels,
  CARD_CODE_PARAM,
  CARD_CODE_PATTERN,
  SHARE_PARAM,
  SHARE_PIN_CHARACTERS,
  SHARE_PIN_PATTERN,
  SHARE_SECRET_PATTERN,
  type ShareCredential,
} from '@yunji/contract/devices/grant/rules'
import { remainingTime } from '@yunji/contract/display/time'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { CardCodeEntry } from '../../../shared/devices/card-code-entry.tsx'
import type { StreamTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './shared-entry.module.css'

/** A visitor comes with the link or card code of a share, or to type one. */
export const isVisit = (params: PageParams): boolean => SHARE_PARAM in params || CARD_CODE_PARAM in params

const credentialOf = (params: PageParams): ShareCredential | undefined => {
  const { [SHARE_PARAM]: secret = '', [CARD_CODE_PARAM]: cardCode = '' } = params
  if (SHARE_SECRET_PATTERN.test(secret)) return { secret }
  return CARD_CODE_PATTERN.test(cardCode) ? { cardCode } : undefined
}

interface VisitProps {
  readonly params: PageParams
  readonly onOpen: (ticket: StreamTicket) => void
}

/** The way to a shared device; without a whole link or code, the field for one. */
export function Visit({ params, onOpen }: VisitProps) {
  const [credential] = useState(() => credentialOf(params))
  if (credential) return <SharedEntry credential={credential} onOpen={onOpen} />
  const isBroken = Boolean(params[SHARE_PARAM] || params[CARD_CODE_PARAM])
  return <CodeForm problem={isBroken ? '链接不完整，请重新复制，或输入授权码' : undefined} />
}

interface CodeFormProps {
  /** Why what the visitor came with opens nothing. */
  readonly problem?: string
}

function CodeForm({ problem }: CodeFormProps) {
  return (
    <Box className={styles.place}>
      {problem && (
        <Box as="p" role="alert" className={styles.problem}>
          {problem}
        </Box>
      )}
      <CardCodeEntry />
      <Box as="p" className={styles.note}>
        授权码、链接和二维码由设备的主人发给你。不用登录，你将以访客身份打开。
      </Box>
    </Box>
  )
}

interface SharedEntryProps {
  readonly credential: ShareCredential
  readonly onOpen: (ticket: StreamTicket) => void
}

/** Says what is shared, and asks for the PIN. Opening counts as a use, so it takes a tap. */
function SharedEntry({ credential, onOpen }: SharedEntryProps) {
  const share = useCall(getShare, credential)
  const nowMs = useMinute()
  const [pin, setPin] = useState('')
  const { isBusy, run } = useWrite(async () =>
    onOpen(await requestData(openShare, { ...credential, ...(pin !== '' && { pin }) })),
  )
  const { data, error } = share
  if (!data && error instanceof ApiError && error.code === ErrorCode.SHOW_ERROR_TIP)
    return <CodeForm problem={error.message} />
  return (
    <Async of={share}>
      {({ access, hasPin, expiresAt }) => (
        <Card isPadded className={styles.card}>
          <Box as="h1" className={styles.title}>
            有人向你分享了一台云手机
          </Box>
          <Box as="p" className={styles.hint}>
            {`${accessLabels[access]} · ${remainingTime(expiresAt, nowMs)}。你将以访客身份打开，设备的主人能看到使用记录。`}
          </Box>
          {hasPin && (
            <Field
              label="访问密码"
              placeholder="4 位访问密码"
              kind="number"
              maxLength={SHARE_PIN_CHARACTERS}
              value={pin}
              onChange={(text) => setPin(text.replace(/\D/g, ''))}
            />
          )}
          <Button isBusy={isBusy} isDisabled={hasPin && !SHARE_PIN_PATTERN.test(pin)} onTap={() => run()}>
            打开云手机
          </Button>
        </Card>
      )}
    </Async>
  )
}
