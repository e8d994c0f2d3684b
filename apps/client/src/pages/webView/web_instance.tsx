import { InstancePage } from '../../features/devices/instance/instance-page'

export default function WebViewWebInstancePage() {
  return <InstancePage />
}
