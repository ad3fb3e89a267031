package ui

const onlyStart = "STDIOSCOPE_TEST_ONLY_START"
