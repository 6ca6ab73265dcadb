import { HexColorInput, HexColorPicker } from "react-colorful";

interface ColorPickerProps {
  label: string;
  color: string;
  onChange(color: string): void;
}

export function ColorPicker({ label, color, onChange }: ColorPickerProps) {
  return (
    <div className="gh-color-picker">
      <HexColorPicker color={color} onChange={onChange} />
      <HexColorInput className="bp6-input" prefixed aria-label={label} color={color} onChange={onChange} />
    </div>
  );
}
