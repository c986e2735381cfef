import { encode } from 'uqr'

interface QrCodeProps {
  value: string
  label: string
}

/** A QR code as one path. Always dark on light, as phones expect, with the quiet border around it. */
export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'L', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-full rounded-xl bg-white"
    >
      <path d={path} fill="#111" />
    </svg>
  )
}
