/** Our drawings on a canvas: what a rendered SVG shows is drawn again, element by element. Nothing is loaded for it. */
export function paintDrawing(context: CanvasRenderingContext2D, drawing: SVGSVGElement): void {
  for (const element of drawing.children) paintElement(context, element)
}

const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0)

function shapeOf(element: Element): Path2D | undefined {
  const path = new Path2D()
  switch (element.tagName) {
    case 'path':
      return new Path2D(element.getAttribute('d') ?? '')
    case 'rect':
      path.roundRect(numberOf(element, 'x'), numberOf(element, 'y'), numberOf(element, 'width'), numberOf(element, 'height'), numberOf(element, 'rx'))
      return path
    case 'circle':
      path.arc(numberOf(element, 'cx'), numberOf(element, 'cy'), numberOf(element, 'r'), 0, 7)
      return path
    case 'ellipse':
      path.ellipse(numberOf(element, 'cx'), numberOf(element, 'cy'), numberOf(element, 'rx'), numberOf(element, 'ry'), 0, 0, 7)
      return path
  }
  return undefined
}

function paintElement(context: CanvasRenderingContext2D, element: Element): void {
  if (!(element instanceof SVGGraphicsElement)) return
  const style = getComputedStyle(element)
  context.save()
  const turned = element.transform.baseVal.consolidate()?.matrix
  if (turned) context.transform(turned.a, turned.b, turned.c, turned.d, turned.e, turned.f)
  context.globalAlpha *= Number(style.opacity)
  context.lineWidth = parseFloat(style.strokeWidth)
  context.lineCap = style.strokeLinecap as CanvasLineCap
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin
  const shape = shapeOf(element)
  if (shape && style.fill !== 'none') {
    context.save()
    context.globalAlpha *= Number(style.fillOpacity)
    context.fillStyle = style.fill
    context.fill(shape)
    context.restore()
  }
  if (shape && style.stroke !== 'none') {
    context.strokeStyle = style.stroke
    context.stroke(shape)
  }
  if (element.tagName === 'text') {
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    context.textAlign = style.textAnchor === 'middle' ? 'center' : 'left'
    context.fillStyle = style.fill
    context.fillText(element.textContent ?? '', numberOf(element, 'x'), numberOf(element, 'y'))
  }
  for (const inner of element.children) paintElement(context, inner)
  context.restore()
}
