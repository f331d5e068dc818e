/** What is cut for want of room is told whole by its title, as soon as the pointer or the focus comes to it. */

/** An element that is cut stands only a few steps above the text that was pointed at. */
const STEPS_UP = 4;

const isCut = (element: HTMLElement): boolean => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '');
};

function tellWhole({ target }: Event): void {
  let element = target instanceof HTMLElement ? target : null;
  for (let up = 0; element && up < STEPS_UP; up += 1, element = element.parentElement) {
    // a title of its own says more than the text
    if (element.title !== '' && element.dataset.whole === undefined) return;
    if (!isCut(element)) continue;
    element.title = element.innerText;
    element.dataset.whole = '';
    return;
  }
}

export function tellCutTexts(): void {
  document.addEventListener('mouseover', tellWhole, { passive: true });
  document.addEventListener('focusin', tellWhole);
}
