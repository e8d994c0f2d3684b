import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { App } from './app.tsx'
import './styles/tokens.css'
import './styles/base.css'
import { ConfirmHost, ToastHost } from './ui/overlays.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no #root in index.html')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
      <ConfirmHost />
      <ToastHost />
    </QueryClientProvider>
  </StrictMode>,
)
