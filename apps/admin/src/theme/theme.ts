/** The look of the product: Mantine's theme with our type sizes, accent and neutral colours. */
import {
  ActionIcon,
  Button,
  createTheme,
  Input,
  type CSSVariablesResolver,
  Text,
  Tooltip,
  type MantineColorsTuple,
} from '@mantine/core';
import kit from '../kit/kit.module.css';

const accent: MantineColorsTuple = [
  '#eef3fc',
  '#dbe5f8',
  '#b6caf0',
  '#8fade8',
  '#6d94e1',
  '#4e7bd4',
  '#2f5fc0',
  '#284fa3',
  '#213f84',
  '#182f63',
];
const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#c9ced6',
  '#a4acb8',
  '#79828f',
  '#363d48',
  '#2b313a',
  '#20252d',
  '#1b1f26',
  '#14171c',
  '#0e1014',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  defaultRadius: 6,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px', fontWeight: '600' },
      h3: { fontSize: '13px', lineHeight: '18px', fontWeight: '600' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Those that the first page does not show are given as plain objects: to name the component would load it.
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 30 } }),
    Badge: {
      defaultProps: { variant: 'light', radius: 4, tt: 'none', fw: 500, color: 'gray' },
    },
    Button: Button.extend({ defaultProps: { size: 'sm', variant: 'default' } }),
    Modal: {
      defaultProps: { centered: true, radius: 8, overlayProps: { backgroundOpacity: 0.4 } },
    },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
    Accordion: { defaultProps: { chevronSize: 14 } },
    // The help stands under the field until an error takes its place (tokens.css).
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    // 12 px like all second lines: Mantine's own are a pixel smaller.
    InputDescription: Input.Description.extend({
      vars: () => ({ description: { '--input-description-size': '12px' } }),
    }),
    InputError: Input.Error.extend({ vars: () => ({ error: { '--input-error-size': '12px' } }) }),
    List: { defaultProps: { size: 'sm' } },
    // Nothing for 150 ms, so that a fast answer never flickers.
    Skeleton: { classNames: { root: kit.late ?? '' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false } },
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});

/** Colours that Mantine's own palette does not hold to 4.5:1 on our panels. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2128',
    '--mantine-color-dimmed': '#59626f',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c2272d',
    '--mantine-color-anchor': '#2a56ae',
    '--mantine-color-default-border': '#d5d9e0',
    '--mantine-color-accent-light': '#e4ecfb',
    '--mantine-color-accent-light-color': '#284fa3',
    '--mantine-color-gray-light': '#eef0f3',
    '--mantine-color-gray-light-color': '#414a57',
    '--mantine-color-gray-text': '#4b5563',
    '--mantine-color-red-text': '#c2272d',
    '--mantine-color-red-outline': '#c2272d',
  },
  dark: {
    '--mantine-color-body': '#1b1f26',
    '--mantine-color-text': '#e6e8ec',
    '--mantine-color-dimmed': '#a4acb8',
    '--mantine-color-placeholder': '#8b94a1',
    '--mantine-color-error': '#ff8a87',
    '--mantine-color-anchor': '#9dbbf5',
    '--mantine-color-default-border': '#363d48',
    '--mantine-color-accent-light': '#222e47',
    '--mantine-color-accent-light-color': '#b6caf0',
    '--mantine-color-accent-text': '#9dbbf5',
    '--mantine-color-gray-light': '#2a303a',
    '--mantine-color-gray-light-color': '#c9ced6',
    '--mantine-color-gray-text': '#c9ced6',
    '--mantine-color-red-text': '#ff8a87',
    '--mantine-color-red-outline': '#ff8a87',
  },
});
