import { MyDevicesPage } from '../../features/home/my-devices-page.tsx'
import { WelcomePage } from '../../features/home/welcome-page.tsx'
import { useIsLoggedIn } from '../../shared/session/session.ts'

export default function HomePage() {
  return useIsLoggedIn() ? <MyDevicesPage /> : <WelcomePage />
}
