import type { BegunAppTask } from '@yunji/contract/devices/app/schema'
import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { sendSpaceFile } from '@yunji/contract/space/file/calls'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { useEffect, useRef } from 'react'
import { requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { CHOOSER_PARAM, useChosenDevices } from '../../../shared/devices/device-choice.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { openPage } from '../../../shared/platform/router/router.ts'

interface Sending {
  readonly files: readonly SpaceFile[]
  readonly deviceIds: readonly number[]
}

/** One task for each file and each hundred phones. */
const beginAll = async ({ files, deviceIds }: Sending): Promise<readonly BegunAppTask[]> => {
  const begun: BegunAppTask[] = []
  for (const { fileId } of files)
    for (let at = 0; at < deviceIds.length; at += MAX_DEVICES_PER_COMMAND)
      begun.push(
        await requestData(sendSpaceFile, { fileId, deviceIds: deviceIds.slice(at, at + MAX_DEVICES_PER_COMMAND) }),
      )
  return begun
}

const refusalText = (begun: readonly BegunAppTask[], { files, deviceIds }: Sending): string | undefined => {
  const refusals = begun.flatMap(({ refusals: some }) => some)
  const [first] = refusals
  if (!first) return undefined
  if (files.length * deviceIds.length === 1) return first.msg
  const phones = new Set(refusals.map(({ deviceId }) => deviceId)).size
  return `${formatCount(phones)} 台没有执行：${first.msg}`
}

const send = async (sending: Sending): Promise<void> => {
  const begun = await beginAll(sending)
  const refusal = refusalText(begun, sending)
  if (refusal !== undefined) showToast(refusal, 'error')
  else showToast('已开始发送', 'success')
  if (begun.some(({ taskId }) => taskId !== null)) await openPage(spacePath('transfers'))
}

/** Sends files to phones that are chosen on the page for that. */
export const useSendFiles = (params: PageParams, onSent: () => void) => {
  const waiting = useRef<readonly SpaceFile[]>([])
  const { ids, setIds } = useChosenDevices('Space/index', params)
  const { isBusy, run } = useWrite(send)
  useEffect(() => {
    const files = waiting.current
    if (ids.length === 0 || files.length === 0) return
    waiting.current = []
    setIds([])
    onSent()
    run({ files, deviceIds: ids })
  }, [ids, setIds, onSent, run])
  return {
    isBusy,
    choosePhones: (files: readonly SpaceFile[]): void => {
      waiting.current = files
      void openPage(`${pathOf('user/device')}?${CHOOSER_PARAM}=Space/index`)
    },
  }
}
