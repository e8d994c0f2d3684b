import { View } from '@tarojs/components'

export default function UserChangePasswordPage() {
  return <View>user/changePassword</View>
}
