; What compiled games need at run time: memory in blocks, Numba's reference counts, the status of
; the last failed call, and checks of what the host passes.
;
; A block has 16 bytes before it: its size class, and TAKEN while it is in use. Classes are a quarter
; of a power of two apart, in units of 16 bytes. Free blocks of a class are a list, linked by their
; first words; memory is never given back to the host.

target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"

@__heap_base = external global i8 ; where the linker says that nothing of the module lies any more
@top = internal global i32 0 ; where the blocks end
@lists = internal global [128 x i32] zeroinitializer
@why = internal global i32 0
@turns_left = global i64 0 ; of loops in checked functions, until the call fails
@is_ready = internal global i1 false

declare void @prepare() ; makes the module's folded tables
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)

; Makes the module's folded tables, once, for functions that read them.
define void @ready() {
  %done = load i1, ptr @is_ready
  br i1 %done, label %end, label %begin
begin:
  store i1 true, ptr @is_ready
  call void @prepare()
  br label %end
end:
  ret void
}

; The first place that a block may have.
define i32 @bottom() {
  %base = ptrtoint ptr @__heap_base to i32
  %more = add i32 %base, 15
  %even = and i32 %more, -16
  ret i32 %even
}

; Why the last call that failed did so; 0 when none has failed since the last question.
define i32 @status() {
  %code = load i32, ptr @why
  store i32 0, ptr @why
  ret i32 %code
}

define void @fail(i32 %code) {
  store i32 %code, ptr @why
  ret void
}

; Whether so many bytes from a pointer on lie in blocks.
define i1 @lies(ptr %pointer, i64 %bytes) {
  %at = ptrtoint ptr %pointer to i32
  %low = call i32 @bottom()
  %above = icmp ugt i32 %at, %low
  %wide = zext i32 %at to i64
  %end = add i64 %wide, %bytes
  %last = load i32, ptr @top
  %limit = zext i32 %last to i64
  %below = icmp ule i64 %end, %limit
  %both = and i1 %above, %below
  ret i1 %both
}

; A block of at least so many bytes, not cleared; 0 when there is no room.
define ptr @alloc(i32 %size) noinline {
  %huge = icmp ugt i32 %size, 1073741824
  br i1 %huge, label %none, label %classify
classify:
  %some = call i32 @llvm.umax.i32(i32 %size, i32 1)
  %up = add i32 %some, 15
  %units = lshr i32 %up, 4
  %n = sub i32 %units, 1
  %tiny = icmp ult i32 %n, 4
  %zeros = call i32 @llvm.ctlz.i32(i32 %n, i1 false)
  %order = sub i32 31, %zeros
  %shift0 = sub i32 %order, 2
  %shift = select i1 %tiny, i32 0, i32 %shift0
  %high = lshr i32 %n, %shift
  %quarter = and i32 %high, 3
  %order1 = sub i32 %order, 1
  %group = shl i32 %order1, 2
  %large = or i32 %group, %quarter
  %class = select i1 %tiny, i32 %n, i32 %large
  %parts = add i32 %quarter, 5
  %rounded = shl i32 %parts, %shift
  %whole = select i1 %tiny, i32 %units, i32 %rounded
  %list = getelementptr [128 x i32], ptr @lists, i32 0, i32 %class
  %first = load i32, ptr %list
  %empty = icmp eq i32 %first, 0
  br i1 %empty, label %fresh, label %reuse
reuse:
  %block = inttoptr i32 %first to ptr
  %next = load i32, ptr %block
  store i32 %next, ptr %list
  br label %take
fresh:
  %old = load i32, ptr @top
  %unset = icmp eq i32 %old, 0
  %low = call i32 @bottom()
  %start = select i1 %unset, i32 %low, i32 %old
  %bytes = shl i32 %whole, 4
  %start64 = zext i32 %start to i64
  %bytes64 = zext i32 %bytes to i64
  %sum = add i64 %start64, %bytes64
  %end64 = add i64 %sum, 16
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %pages64 = zext i32 %pages to i64
  %room = shl i64 %pages64, 16
  %fits = icmp ule i64 %end64, %room
  br i1 %fits, label %place, label %grow
grow:
  %lack = sub i64 %end64, %room
  %lack1 = add i64 %lack, 65535
  %more64 = lshr i64 %lack1, 16
  %more = trunc i64 %more64 to i32
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %refused = icmp eq i32 %got, -1
  br i1 %refused, label %none, label %place
place:
  %end = trunc i64 %end64 to i32
  store i32 %end, ptr @top
  %data = add i32 %start, 16
  br label %take
take:
  %at = phi i32 [ %first, %reuse ], [ %data, %place ]
  %headat = sub i32 %at, 16
  %head = inttoptr i32 %headat to ptr
  store i32 %class, ptr %head
  %markat = sub i32 %at, 12
  %mark = inttoptr i32 %markat to ptr
  store i32 1415661134, ptr %mark
  %pointer = inttoptr i32 %at to ptr
  ret ptr %pointer
none:
  ret ptr null
}

; Gives a block back; anything that is none, or was given back already, is ignored.
define void @free(ptr %pointer) noinline {
  %at = ptrtoint ptr %pointer to i32
  %odd = and i32 %at, 15
  %even = icmp eq i32 %odd, 0
  %inside = call i1 @lies(ptr %pointer, i64 1)
  %plausible = and i1 %even, %inside
  br i1 %plausible, label %look, label %done
look:
  %headat = sub i32 %at, 16
  %head = inttoptr i32 %headat to ptr
  %class = load i32, ptr %head
  %markat = sub i32 %at, 12
  %mark = inttoptr i32 %markat to ptr
  %seen = load i32, ptr %mark
  %taken = icmp eq i32 %seen, 1415661134
  %known = icmp ult i32 %class, 128
  %ours = and i1 %taken, %known
  br i1 %ours, label %give, label %done
give:
  store i32 0, ptr %mark
  %list = getelementptr [128 x i32], ptr @lists, i32 0, i32 %class
  %first = load i32, ptr %list
  store i32 %first, ptr %pointer
  store i32 %at, ptr %list
  br label %done
done:
  ret void
}

declare i32 @llvm.umax.i32(i32, i32)

; Numba's MemInfo: references, what destroys the data, what it is given, data, size. Words are 64
; bits wide.
%meminfo = type { i64, ptr, ptr, ptr, i64 }

define ptr @take(i64 %size) {
  %huge = icmp ugt i64 %size, 1073741000
  br i1 %huge, label %none, label %ask
ask:
  %short = trunc i64 %size to i32
  %block = call ptr @alloc(i32 %short)
  ret ptr %block
none:
  ret ptr null
}

define void @describe(ptr %block, ptr %destroy, ptr %given, ptr %data, i64 %size) {
  store i64 1, ptr %block
  %destroys = getelementptr %meminfo, ptr %block, i32 0, i32 1
  store ptr %destroy, ptr %destroys
  %gives = getelementptr %meminfo, ptr %block, i32 0, i32 2
  store ptr %given, ptr %gives
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  store ptr %data, ptr %place
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  store i64 %size, ptr %length
  ret void
}

; An array: its data follow in the same block.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %whole = add i64 %size, 32
  %block = call ptr @take(i64 %whole)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %none, label %fill
fill:
  %data = getelementptr i8, ptr %block, i32 32
  call void @describe(ptr %block, ptr null, ptr null, ptr %data, i64 %size)
  ret ptr %block
none:
  ret ptr null
}

; A list: its data are a block of their own, which may be replaced.
define ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %items) {
  %block = call ptr @alloc(i32 32)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %none, label %room
room:
  %data = call ptr @take(i64 %size)
  %short = icmp eq ptr %data, null
  br i1 %short, label %undo, label %fill
fill:
  call void @describe(ptr %block, ptr @destroy_list, ptr %items, ptr %data, i64 %size)
  ret ptr %block
undo:
  call void @free(ptr %block)
  br label %none
none:
  ret ptr null
}

define ptr @NRT_MemInfo_new_varsize(i64 %size) {
  %block = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %block
}

define void @destroy_list(ptr %data, i64 %size, ptr %items) {
  %plain = icmp eq ptr %items, null
  br i1 %plain, label %done, label %each
each:
  call void %items(ptr %data)
  br label %done
done:
  call void @free(ptr %data)
  ret void
}

define ptr @NRT_MemInfo_varsize_alloc(ptr %block, i64 %size) {
  %data = call ptr @take(i64 %size)
  %failed = icmp eq ptr %data, null
  br i1 %failed, label %none, label %fill
fill:
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  store ptr %data, ptr %place
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  store i64 %size, ptr %length
  ret ptr %data
none:
  ret ptr null
}

define ptr @NRT_MemInfo_varsize_realloc(ptr %block, i64 %size) {
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  %old = load ptr, ptr %place
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  %before = load i64, ptr %length
  %data = call ptr @NRT_MemInfo_varsize_alloc(ptr %block, i64 %size)
  %failed = icmp eq ptr %data, null
  br i1 %failed, label %none, label %move
move:
  %less = icmp ult i64 %before, %size
  %kept = select i1 %less, i64 %before, i64 %size
  %bytes = trunc i64 %kept to i32
  %copied = call ptr @memcpy(ptr %data, ptr %old, i32 %bytes)
  call void @free(ptr %old)
  ret ptr %data
none:
  ret ptr null
}

define void @NRT_MemInfo_varsize_free(ptr %block, ptr %data) {
  call void @free(ptr %data)
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  store ptr null, ptr %place
  ret void
}

define ptr @NRT_MemInfo_data_fast(ptr %block) {
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  %data = load ptr, ptr %place
  ret ptr %data
}

define void @NRT_incref(ptr %block) {
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %count
count:
  %old = load i64, ptr %block
  %new = add i64 %old, 1
  store i64 %new, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %block) {
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %count
count:
  %old = load i64, ptr %block
  %new = sub i64 %old, 1
  store i64 %new, ptr %block
  %last = icmp eq i64 %new, 0
  br i1 %last, label %release, label %done
release:
  %destroys = getelementptr %meminfo, ptr %block, i32 0, i32 1
  %destroy = load ptr, ptr %destroys
  %simple = icmp eq ptr %destroy, null
  br i1 %simple, label %give, label %call
call:
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  %data = load ptr, ptr %place
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  %size = load i64, ptr %length
  %gives = getelementptr %meminfo, ptr %block, i32 0, i32 2
  %given = load ptr, ptr %gives
  call void %destroy(ptr %data, i64 %size, ptr %given)
  br label %give
give:
  call void @free(ptr %block)
  br label %done
done:
  ret void
}

; What LLVM calls where it copies or clears more than a few words, or finds that a loop does.
define ptr @memset(ptr %to, i32 %value, i32 %count) noinline "no-builtins" {
  %byte = trunc i32 %value to i8
  %byte64 = zext i8 %byte to i64
  %word = mul i64 %byte64, 72340172838076673
  %words = and i32 %count, -8
  br label %wide
wide:
  %i = phi i32 [ 0, %0 ], [ %i1, %store8 ]
  %more = icmp ult i32 %i, %words
  br i1 %more, label %store8, label %narrow
store8:
  %p = getelementptr i8, ptr %to, i32 %i
  store i64 %word, ptr %p, align 1
  %i1 = add i32 %i, 8
  br label %wide
narrow:
  %j = phi i32 [ %i, %wide ], [ %j1, %store1 ]
  %rest = icmp ult i32 %j, %count
  br i1 %rest, label %store1, label %done
store1:
  %q = getelementptr i8, ptr %to, i32 %j
  store i8 %byte, ptr %q
  %j1 = add i32 %j, 1
  br label %narrow
done:
  ret ptr %to
}

define ptr @memcpy(ptr %to, ptr %from, i32 %count) noinline "no-builtins" {
  %words = and i32 %count, -8
  br label %wide
wide:
  %i = phi i32 [ 0, %0 ], [ %i1, %copy8 ]
  %more = icmp ult i32 %i, %words
  br i1 %more, label %copy8, label %narrow
copy8:
  %s = getelementptr i8, ptr %from, i32 %i
  %w = load i64, ptr %s, align 1
  %p = getelementptr i8, ptr %to, i32 %i
  store i64 %w, ptr %p, align 1
  %i1 = add i32 %i, 8
  br label %wide
narrow:
  %j = phi i32 [ %i, %wide ], [ %j1, %copy1 ]
  %rest = icmp ult i32 %j, %count
  br i1 %rest, label %copy1, label %done
copy1:
  %t = getelementptr i8, ptr %from, i32 %j
  %b = load i8, ptr %t
  %q = getelementptr i8, ptr %to, i32 %j
  store i8 %b, ptr %q
  %j1 = add i32 %j, 1
  br label %narrow
done:
  ret ptr %to
}

define ptr @memmove(ptr %to, ptr %from, i32 %count) noinline "no-builtins" {
  %a = ptrtoint ptr %to to i32
  %b = ptrtoint ptr %from to i32
  %distance = sub i32 %a, %b
  %apart = icmp uge i32 %distance, %count
  br i1 %apart, label %forward, label %back
forward:
  %copied = call ptr @memcpy(ptr %to, ptr %from, i32 %count)
  ret ptr %to
back:
  %i = phi i32 [ %count, %0 ], [ %i1, %copy ]
  %none = icmp eq i32 %i, 0
  br i1 %none, label %done, label %copy
copy:
  %i1 = sub i32 %i, 1
  %s = getelementptr i8, ptr %from, i32 %i1
  %v = load i8, ptr %s
  %p = getelementptr i8, ptr %to, i32 %i1
  store i8 %v, ptr %p
  br label %back
done:
  ret ptr %to
}

define i32 @strlen(ptr %text) noinline "no-builtins" {
  br label %look
look:
  %i = phi i32 [ 0, %0 ], [ %i1, %look ]
  %p = getelementptr i8, ptr %text, i32 %i
  %byte = load i8, ptr %p
  %i1 = add i32 %i, 1
  %last = icmp eq i8 %byte, 0
  br i1 %last, label %done, label %look
done:
  ret i32 %i
}
