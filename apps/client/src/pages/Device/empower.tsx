import { EmpowerPage } from '../../features/devices/grants/empower-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceEmpowerPage() {
  return <EmpowerPage params={usePageParams()} />
}
