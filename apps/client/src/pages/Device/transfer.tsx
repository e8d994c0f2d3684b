import { TransferPage } from '../../features/devices/transfer/transfer-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceTransferPage() {
  return <TransferPage params={usePageParams()} />
}
