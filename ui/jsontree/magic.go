package jsontree

import "bytes"

// magic gives the MIME type of data that begin as files of a well-known type do, or "".
func magic(data []byte) string {
	for _, m := range [...]struct{ begins, mimeType string }{
		{"\x89PNG\r\n\x1a\n", "image/png"},
		{"\xff\xd8\xff", "image/jpeg"},
		{"GIF87a", "image/gif"},
		{"GIF89a", "image/gif"},
		{"%PDF-", "application/pdf"},
		{"PK\x03\x04", "application/zip"},
		{"\x1f\x8b\x08", "application/gzip"},
		{"OggS", "audio/ogg"},
		{"ID3", "audio/mpeg"},
	} {
		if bytes.HasPrefix(data, []byte(m.begins)) {
			return m.mimeType
		}
	}
	const named = 12 // bytes up to behind the name of the type
	switch {
	case isMP3(data):
		return "audio/mpeg"
	case len(data) < named:
		return ""
	case string(data[:4]) == "RIFF":
		return riff(string(data[8:named]))
	case string(data[4:8]) == "ftyp":
		return mp4(string(data[8:named]))
	}
	return ""
}

// isMP3 knows the header of a frame of MPEG audio, layer III, without a tag before it:
// a sync of 11 bits, and no value that is reserved.
func isMP3(data []byte) bool {
	return len(data) >= 4 && data[0] == 0xff && data[1]&0xe6 == 0xe2 && data[1]&0x18 != 0x08 &&
		data[2]>>4 != 0 && data[2]>>4 != 0xf && data[2]>>2&3 != 3
}

func riff(form string) string {
	switch form {
	case "WEBP":
		return "image/webp"
	case "WAVE":
		return "audio/wav"
	}
	return ""
}

func mp4(brand string) string {
	switch brand {
	case "M4A ", "M4B ":
		return "audio/mp4"
	case "avif":
		return "image/avif"
	case "heic", "heix", "mif1":
		return "image/heic"
	}
	return "video/mp4"
}
