import { View } from '@tarojs/components'

export default function UserAccountListPage() {
  return <View>user/accountList</View>
}
